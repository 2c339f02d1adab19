import { expect, test } from "../../fixtures/desktop.ts";

test("the app offers no passkeys, and says why in the account @exhaustive", async ({ portal }) => {
  const user = await portal.createUser({ kind: "user" });
  await portal.open("/login");
  const { page } = portal;
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
  await portal.fillLogin(user);
  await portal.expectPath("/dashboard");
  await portal.open("/dashboard#passkeys");
  const section = page.getByRole("group", { name: "Passkeys" });
  await expect(section.getByText(/The desktop app cannot use passkeys/)).toBeVisible();
  await expect(section.getByText(/turn on one-time passwords/)).toBeVisible();
  await expect(section.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
});
