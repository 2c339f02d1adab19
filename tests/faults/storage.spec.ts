import { expect, test } from "../fixtures/portal.ts";

const workbook = "Course-walking workbook";

test.describe("a browser's storage", () => {
  // The desktop app's store has no quota and cannot be disabled.
  test.skip(({ build }) => build === "desktop", "the desktop app has a store of its own");

  test("that is disabled: everything works until the page is closed @exhaustive", async ({
    portal,
    page,
  }) => {
    await using _ = await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
      }
    });
    const member = await portal.createUser({ kind: "member" });
    await portal.open("/login");
    await portal.fillLogin(member);
    const menu = page.getByRole("navigation", { name: "Member area" });
    await expect(menu).toBeVisible();
    await page.getByRole("button", { name: "Collapse menu" }).click();
    await expect(page.getByRole("button", { name: "Expand menu" })).toBeVisible();
    await menu.getByRole("link", { name: "Videos" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Videos");
  });
});

test("a cart changed in another window is updated here @exhaustive", async ({ portal, page }) => {
  await portal.open("/memberships");
  await page.getByRole("button", { name: `Add to cart: ${workbook}` }).click();
  await expect(page.getByRole("link", { name: "Cart, one item" })).toBeVisible();
  const second = await portal.anotherWindow("/memberships");
  await second.getByRole("button", { name: "Add to cart: Online handling consultation" }).click();
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
});
