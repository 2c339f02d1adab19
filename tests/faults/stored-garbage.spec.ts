import { expect, test } from "../fixtures/portal.ts";

const keys = ["purchase-items", "menu-collapsed", "language", "flags", "checkout-attempt"];
const garbage = {
  "a broken text": "{[",
  "another shape": '{"__proto__":{"admin":true},"0":"x"}',
  null: "null",
  "a list of invalid items": '[{"sku":1},null,"x",{"sku":"a","kind":"extra","quantity":-1}]',
  "a very long text": "x".repeat(200_000),
};

for (const [what, text] of Object.entries(garbage)) {
  test(
    `${what} under every key, and as the token: the app starts, and login works`,
    { tag: what === "a broken text" ? ["@seam:stored-values", "@exhaustive"] : "@exhaustive" },
    async ({ portal }) => {
      portal.expectFailures(401);
      await portal.stored.leave(Object.fromEntries([...keys, "token"].map((key) => [key, text])));
      const { page } = portal;
      await portal.open("/articles");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await portal.open("/checkout");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("link", { name: /^Cart/ })).toHaveCount(0);
      await portal.logInByForm(await portal.createUser({ kind: "member" }));
      await expect(page.getByRole("button", { name: "Collapse menu" })).toBeVisible();
      await expect(portal.notifications()).toHaveCount(0);
    },
  );
}
