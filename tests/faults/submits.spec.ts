import { expect, test } from "../fixtures/portal.ts";

test("a double click on a form sends it once: login", async ({ portal, page }) => {
  const { email, password } = await portal.createUser({ kind: "user" });
  portal.faults.add({ path: "/api/login", delay: 400 });
  await portal.open("/login");
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).dblclick();
  await portal.expectPath("/dashboard");
  await expect.poll(() => portal.requests("/api/login", "POST")).toHaveLength(1);
});
