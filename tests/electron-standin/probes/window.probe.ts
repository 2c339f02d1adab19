import { expect, test } from "./probe-app.ts";

test("a window loads its page through the app:// handler", async ({ app, page }) => {
  await expect(page).toHaveURL("app://portal/");
  await expect(page.getByRole("heading")).toHaveText("Start");
  await expect(page).toHaveTitle("Start");
  const window = await app.browserWindow(page);
  expect(await window.evaluate((win) => [win.getTitle(), win.getBounds().width])).toEqual([
    "Start",
    800,
  ]);
  expect(await page.evaluate(() => [innerWidth, isSecureContext])).toEqual([800, true]);
});

test("two windows have separate pages and shared storage", async ({ app, page }) => {
  const opened = app.waitForEvent("window");
  await app.evaluate(() => void Reflect.get(globalThis, "openWindow")("/other"));
  const second = await opened;
  await expect(second.getByRole("heading")).toHaveText("Other");
  await page.evaluate(() => localStorage.setItem("shared", "yes"));
  expect(await second.evaluate(() => localStorage.getItem("shared"))).toBe("yes");
  await second.close();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test("a window moves, resizes and restores together with its page", async ({ app, page }) => {
  const window = await app.browserWindow(page);
  await window.evaluate((win) => {
    win.setBounds({ x: 5, y: 6, width: 420, height: 700 });
    win.maximize();
  });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1920);
  await window.evaluate((win) => win.unmaximize());
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(420);
  expect(await window.evaluate((win) => win.getBounds())).toMatchObject({ x: 5, y: 6 });
});

test("page storage survives a restart", async ({ start }) => {
  const first = await start();
  await first.page.evaluate(() => localStorage.setItem("kept", "yes"));
  await first.app.close();
  const again = await start();
  expect(await again.page.evaluate(() => localStorage.getItem("kept"))).toBe("yes");
});

test("a killed app leaves no browser and no lock behind", async ({ start }) => {
  const first = await start();
  first.app.process().kill("SIGKILL");
  const again = await start();
  await expect(again.page.getByRole("heading")).toHaveText("Start");
});

test("zoom, find and back work from the menu", async ({ app, page }) => {
  await app.evaluate(({ Menu }) => {
    const roles = ["zoomIn", "resetZoom"] as const;
    Menu.setApplicationMenu(Menu.buildFromTemplate(roles.map((role) => ({ id: role, role }))));
  });
  const choose = (id: string) =>
    app.evaluate(({ Menu, BrowserWindow }, item) => {
      const [window] = BrowserWindow.getAllWindows();
      Menu.getApplicationMenu()?.getMenuItemById(item)?.click({}, window, window?.webContents);
    }, id);
  await choose("zoomIn");
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(730);
  await choose("resetZoom");
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(800);

  const window = await app.browserWindow(page);
  const found = await window.evaluate(
    ({ webContents }) =>
      new Promise((resolve) => {
        webContents.once("found-in-page", (_event: unknown, result: object) => resolve(result));
        webContents.findInPage("STAR", { findNext: true });
      }),
  );
  expect(found).toMatchObject({ matches: 1, activeMatchOrdinal: 1, finalUpdate: true });

  await expect.poll(() => page.evaluate(() => history.length)).toBe(1);
  await page.goto("app://portal/other");
  await window.evaluate(({ webContents }) => webContents.navigationHistory.goBack());
  await expect(page.getByRole("heading")).toHaveText("Start");
});

test("a menu pops up in a window and throws without one", async ({ app, page }) => {
  await expect(page.getByRole("heading")).toHaveText("Start");
  const outcomes = await app.evaluate(({ app: theApp, BrowserWindow, Menu }) => {
    theApp.on("window-all-closed", () => {});
    const popup = () => {
      try {
        return String(Menu.buildFromTemplate([{ label: "x" }]).popup());
      } catch (error) {
        return error instanceof Error ? error.message : "";
      }
    };
    const before = popup();
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    return [before, popup()];
  });
  expect(outcomes).toEqual(["undefined", "Cannot open Menu without a BaseWindow present"]);
});

test("the app's own pages load offline", async ({ page }) => {
  await page.context().setOffline(true);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  await page.goto("app://portal/other");
  await expect(page.getByRole("heading")).toHaveText("Other");
  await page.context().setOffline(false);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
});

test("a load replaced by another one rejects", async ({ app, page }) => {
  const window = await app.browserWindow(page);
  const overtaken = await window.evaluate(async (win) => {
    const first = win.loadURL("app://portal/").catch((error: Error) => error.message);
    await win.loadURL("app://portal/other");
    return first;
  });
  expect(overtaken).toContain("ERR_ABORTED");
});

test("a page size set by the test survives navigation", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto("app://portal/other");
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([360, 500]);
});
