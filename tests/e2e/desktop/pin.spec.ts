import type { Page } from "@playwright/test";
import type { Menu } from "electron";
import type { DesktopApp } from "../../fixtures/desktop-app.ts";
import { expect, test, type Portal, type UserKind } from "../../fixtures/desktop.ts";

/** Restarts the app with a signed-in user, so that its window has the initial size. */
async function startFor(kind: UserKind, portal: Portal, desktop: DesktopApp): Promise<Page> {
  await portal.signIn(await portal.createUser({ kind }));
  await desktop.quit();
  const page = await desktop.start();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

const fitsItsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test("an admin pins the window in the top bar or the menu: above others, narrow, restored afterwards, and pinned again after the next start @exhaustive", async ({
  portal,
  desktop,
}) => {
  const page = await startFor("admin", portal, desktop);
  const pin = page.getByRole("button", { name: "Keep this window on top" });
  await test.step("above others, narrow, and restored afterwards", async () => {
    const before = await desktop.bounds(page);
    await expect(pin).toHaveAttribute("aria-pressed", "false");
    await pin.click();
    await expect(pin).toHaveAttribute("aria-pressed", "true");
    expect(await desktop.isPinned(page)).toBe(true);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(420);
    for (const path of ["/", "/articles", "/videos", "/dashboard", "/announcements"]) {
      await page.goto(`app://portal${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await fitsItsWidth(page), `${path} fits the pinned window`).toBe(true);
    }
    await page.keyboard.press("Escape");
    await pin.focus();
    await page.keyboard.press("Enter");
    await expect(pin).toHaveAttribute("aria-pressed", "false");
    expect(await desktop.isPinned(page)).toBe(false);
    expect(await desktop.bounds(page)).toEqual(before);
  });
  await test.step("the pin of the menu and the one of the top bar are the same", async () => {
    await desktop.chooseInMenu("pin", page);
    await expect(pin).toHaveAttribute("aria-pressed", "true");
    await pin.click();
    const checked = () =>
      desktop.electron.evaluate(
        ({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("pin")?.checked,
      );
    await expect.poll(checked).toBe(false);
    expect(await desktop.isPinned(page)).toBe(false);
  });
  await test.step("pinned again after the next start, in the same place, and released", async () => {
    await pin.click();
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(420);
    const pinned = await desktop.bounds(page);
    await desktop.quit();
    const restarted = await desktop.start();
    await expect.poll(() => desktop.isPinned(restarted)).toBe(true);
    await expect.poll(() => desktop.bounds(restarted)).toEqual(pinned);
    await restarted.getByRole("button", { name: "Keep this window on top" }).click();
    await expect.poll(() => desktop.isPinned(restarted)).toBe(false);
  });
});

test("members pin through the menu and have no button; the tray releases what the menu pinned, and pins again @exhaustive", async ({
  portal,
  desktop,
}) => {
  const page = await startFor("member", portal, desktop);
  await expect(page.getByRole("button", { name: "Keep this window on top" })).toHaveCount(0);
  // Electron has no getter for a tray's menu; the app sets a new one with every change of the pin.
  await desktop.electron.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = (menu) => void Reflect.set(globalThis, "trayMenu", menu);
  });
  const pinInTray = () =>
    desktop.electron.evaluateHandle(() => {
      const menu = Reflect.get(globalThis, "trayMenu") as Menu; // set above
      return menu.getMenuItemById("pin")!; // the menu has it
    });
  await desktop.chooseInMenu("pin", page);
  await expect.poll(() => desktop.isPinned(page)).toBe(true);
  await expect.poll(() => fitsItsWidth(page)).toBe(true);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible();
  const isChecked = () =>
    desktop.electron.evaluate(() => {
      const menu = Reflect.get(globalThis, "trayMenu") as Menu | undefined; // set above, with the first change
      const item = menu?.getMenuItemById("pin");
      return item?.enabled && item.checked;
    });
  await expect.poll(isChecked).toBe(true);
  await (await pinInTray()).evaluate((item) => item.click());
  await expect.poll(isChecked).toBe(false);
  expect(await desktop.isPinned(page)).toBe(false);
  await (await pinInTray()).evaluate((item) => item.click());
  await expect.poll(() => desktop.isPinned(page)).toBe(true);
});
