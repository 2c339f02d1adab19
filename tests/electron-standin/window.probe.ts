import { expect, test } from "./probe-app.ts";

test("a window opens, and its page comes through the handler of app://", async ({ app, page }) => {
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

test("two windows have their own pages and one storage", async ({ app, page }) => {
  const opened = app.waitForEvent("window");
  await app.evaluate(() => void Reflect.get(globalThis, "openWindow")("/other"));
  const second = await opened;
  await expect(second.getByRole("heading")).toHaveText("Other");
  await page.evaluate(() => localStorage.setItem("shared", "yes"));
  expect(await second.evaluate(() => localStorage.getItem("shared"))).toBe("yes");
  await second.close();
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test("a window moves, grows and comes back, and the page with it", async ({ app, page }) => {
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

test("what pages and the system's start have to tell outlives a start", async ({ start }) => {
  const first = await start();
  await first.page.evaluate(() => localStorage.setItem("kept", "yes"));
  await first.app.close();
  const again = await start();
  expect(await again.page.evaluate(() => localStorage.getItem("kept"))).toBe("yes");
});

test("a killed app leaves neither a browser nor a lock", async ({ start }) => {
  const first = await start();
  first.app.process().kill("SIGKILL");
  const again = await start();
  await expect(again.page.getByRole("heading")).toHaveText("Start");
});
