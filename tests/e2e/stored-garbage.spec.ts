import { expect, test } from "../fixtures/portal.ts";

const keys = ["purchase-items", "menu-collapsed", "language", "flags", "checkout-attempt"];
const garbage = {
  "a broken text": "{[",
  "another shape": '{"__proto__":{"admin":true},"0":"x"}',
  null: "null",
  "a list of strangers": '[{"sku":1},null,"x",{"sku":"a","kind":"extra","quantity":-1}]',
  "a very long text": "x".repeat(200_000),
};

for (const [what, text] of Object.entries(garbage)) {
  test(`${what} under every key: the app starts, for visitors and members`, async ({
    portal,
    page,
  }) => {
    for (const key of keys) await portal.stored.set(key, text);
    await portal.open("/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
    await portal.open("/checkout");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Cart/ })).toHaveCount(0);
    await portal.logInByForm(await portal.createUser({ kind: "member" }));
    await expect(page.getByRole("button", { name: "Collapse menu" })).toBeVisible();
    await expect(portal.notifications()).toHaveCount(0);
  });

  test(`${what} as the token: one can log in all the same`, async ({ portal, page }) => {
    portal.expectFailures(401);
    await portal.stored.set("token", text);
    await portal.open("/articles");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await portal.logInByForm(await portal.createUser({ kind: "member" }));
    await expect(page.getByRole("navigation", { name: "Member area" })).toBeVisible();
    await expect(portal.notifications()).toHaveCount(0);
  });
}
