import { expect, test } from "../fixtures/portal.ts";

test("home", async ({ portal, page }) => {
  await portal.open("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
test("member", async ({ portal, page }) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await portal.open("/videos");
  await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
  expect(portal.requests("/api/me")).toHaveLength(1);
});
