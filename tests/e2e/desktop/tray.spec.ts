import { expect, test } from "../../fixtures/desktop.ts";
import type { DesktopApp } from "../../fixtures/desktop-app.ts";
import { chooseElectron } from "../../fixtures/electron-runtime.ts";

test.skip(() => chooseElectron().isBinary, "With Electron's binary specs cannot choose the tray.");

type Item = { click(): void };
type TrayMenu = { getMenuItemById(id: string): Item | null };

/** Keeps the tray's menu from now on: Electron has no getter for it. */
const watchTray = (desktop: DesktopApp) =>
  desktop.electron.evaluate(({ app, Tray, Notification }) => {
    Tray.prototype.setContextMenu = (menu) => void Reflect.set(globalThis, "trayMenu", menu);
    const told: string[] = [];
    Reflect.set(globalThis, "told", told);
    Notification.prototype.show = function show() {
      told.push(this.title);
    };
    app.emit("browser-window-focus"); // sets the menu again
  });

const chooseInTray = (desktop: DesktopApp, id: string) =>
  desktop.electron.evaluate((_, chosen) => {
    const menu = Reflect.get(globalThis, "trayMenu") as TrayMenu; // set above
    menu.getMenuItemById(chosen)?.click();
  }, id);

/** Returns a promise for the end of the app's process. */
function ending(desktop: DesktopApp): Promise<unknown> {
  const child = desktop.electron.process();
  return new Promise((resolve) => child.once("exit", resolve));
}

const windows = (desktop: DesktopApp) =>
  desktop.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

test("with a tray the app stays there without windows, says so once, opens again and quits by the menu @exhaustive", async ({
  desktop,
}) => {
  desktop.environment = { STANDIN_TRAY: "1" };
  const page = await desktop.start();
  await watchTray(desktop);
  const told = () => desktop.electron.evaluate(() => Reflect.get(globalThis, "told") as string[]); // set above
  await page.close();
  await expect.poll(() => windows(desktop)).toBe(0);
  await expect.poll(told).toEqual(["Ringside is still running"]);
  const again = await desktop.windowOf(() => chooseInTray(desktop, "show"));
  await expect(again.getByRole("contentinfo")).toBeVisible();
  await again.close();
  await expect.poll(() => windows(desktop)).toBe(0);
  const second = await desktop.windowOf(() => desktop.startAgain());
  await expect(second.getByRole("contentinfo")).toBeVisible();
  expect(await told()).toHaveLength(1);
  const ended = ending(desktop);
  await chooseInTray(desktop, "quit").catch(() => {}); // it ends meanwhile
  await ended;
});

test("with a tray but the setting off, or without a tray, the last window ends the app @exhaustive", async ({
  desktop,
}) => {
  await test.step("without a tray", async () => {
    const page = await desktop.start();
    const ended = ending(desktop);
    await page.close();
    await ended;
    await desktop.quit();
  });
  await test.step("with the setting off", async () => {
    desktop.environment = { STANDIN_TRAY: "1" };
    await desktop.leaveInStore({ "keep-running": { on: false, told: false } });
    const page = await desktop.start();
    const ended = ending(desktop);
    await page.close();
    await ended;
    await desktop.quit();
  });
});

test("started at login the app opens no window where there is a tray, and one where there is none @exhaustive", async ({
  desktop,
}) => {
  await test.step("without a tray", async () => {
    const page = await desktop.start("--at-login");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await desktop.quit();
  });
  await test.step("with a tray", async () => {
    desktop.environment = { STANDIN_TRAY: "1" };
    await desktop.startHidden("--at-login");
    expect(await windows(desktop)).toBe(0);
    const page = await desktop.windowOf(() => desktop.startAgain());
    await expect(page.getByRole("contentinfo")).toBeVisible();
    expect(await windows(desktop)).toBe(1);
  });
});
