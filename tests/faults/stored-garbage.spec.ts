import { expect, test } from "../fixtures/portal.ts";

const keys = ["purchase-items", "menu-collapsed", "language", "flags", "checkout-attempt"];

test("a broken text under every key, and as the token: the app starts, and login works @seam:stored-values @exhaustive", async ({
  portal,
}) => {
  portal.expectFailures(401);
  await portal.stored.leave(Object.fromEntries([...keys, "token"].map((key) => [key, "{["])));
  const { page } = portal; // of the app that was started again
  await portal.open("/articles");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await portal.open("/checkout");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Cart/ })).toHaveCount(0);
  await portal.logInByForm(await portal.createUser({ kind: "member" }));
  await expect(page.getByRole("button", { name: "Collapse menu" })).toBeVisible();
  await expect(portal.notifications()).toHaveCount(0);
});
