import { expect, test } from "../../fixtures/desktop.ts";
import { untilEmptied, untilStored } from "../../fixtures/offline-library.ts";

const slug = "building-weave-entries";

test("what a member saved is read after a start of the app without a connection, until they log out @exhaustive", async ({
  portal,
  desktop,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open(`/articles/${slug}`);
  await portal.page.getByRole("button", { name: "Save", exact: true }).click();
  await untilStored(portal.page, slug);
  await desktop.quit();

  portal.faults.disconnect(true);
  const page = await desktop.start();
  await page.getByRole("link", { name: "Read it without a connection" }).click();
  await page.getByRole("main").getByRole("link", { name: /weave/i }).click();
  await expect(page.getByText(/Kept on this device on/)).toBeVisible();
  await expect(page.locator(".members-only p").first()).toBeVisible();
  await portal.open("/logout", page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are logged out");
  await untilEmptied(page);
  await portal.open("/saved", page);
  await expect(page.getByRole("main").getByRole("link", { name: "Log in" })).toBeVisible();
});
