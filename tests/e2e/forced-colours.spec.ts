import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures/portal.ts";
import { chooseInMenu, followDaily } from "../fixtures/training.ts";
import { violations } from "../fixtures/violations.ts";

/** How an element looks, as far as it may tell what is chosen. */
const look = (element: Locator) =>
  element.evaluate((node) => {
    const { color, backgroundColor, borderTopColor } = getComputedStyle(node);
    return [color, backgroundColor, borderTopColor].join(" ");
  });

test("forced colours show what is chosen and current, and the diary hides nothing focusable @exhaustive", async ({
  portal,
  page,
}) => {
  await portal.signIn(await portal.createUser({ kind: "member" }));
  await page.emulateMedia({ forcedColors: "active" });
  const expectSeen = async (chosen: Locator, other: Locator, what: string) => {
    await expect(chosen).toBeVisible();
    expect.soft(await look(chosen), what).not.toBe(await look(other));
  };
  await portal.open("/recipes/egg-and-curd-ring-bites");
  const unit = (pressed: boolean) => page.getByRole("main").locator(`[aria-pressed=${pressed}]`);
  await expectSeen(unit(true).first(), unit(false).first(), "portion or unit");
  await followDaily(portal, "weave-poles-from-zero");
  await portal.open("/dashboard");
  const menu = page.getByRole("complementary").or(page.getByRole("navigation"));
  await expectSeen(
    menu.locator("a[aria-current]").first(),
    menu.locator("a:not([aria-current])").first(),
    "menu entry",
  );
  await chooseInMenu(page, "Enter the result");
  await page.getByRole("button", { name: "8 of 10" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await portal.resize({ width: 360, height: 740 });
  await portal.open("/articles");
  const tabs = page.getByRole("navigation", { name: "Read", exact: true });
  await expectSeen(tabs.locator("[aria-current]"), tabs.locator("a").last(), "tab");
  await portal.resize({ width: 1280, height: 800 });
  await portal.open("/dashboard?tab=training");
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await page.emulateMedia({ forcedColors: null }); // other specs reuse the page, and axe measures contrast
  expect(await violations(page)).toEqual([]);
});
