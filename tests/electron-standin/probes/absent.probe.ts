import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, probeFolder, test } from "./probe-app.ts";

test("unsupported APIs throw an error with their name", async ({ app }) => {
  const messages = await app.evaluate(
    ({ app: theApp, BrowserWindow, shell, powerMonitor, Menu }) => {
      const messageOf = (call: () => unknown) => {
        try {
          return `no error: ${String(call())}`;
        } catch (error) {
          return error instanceof Error ? error.message : "";
        }
      };
      const [window] = BrowserWindow.getAllWindows();
      return [
        () => powerMonitor.getSystemIdleTime(),
        () => theApp.getFileIcon("x"),
        () => shell.trashItem("x"),
        () => window?.setProgressBar(1),
        () => window?.webContents.print(),
        () => window?.webContents.session.clearCache(),
        () => Reflect.get(BrowserWindow, "fromBrowserView"),
        () => Menu.sendActionToFirstResponder("x"),
        () => window?.on("app-command", () => {}),
        () => new BrowserWindow({ kiosk: true }),
        () => new BrowserWindow({ webPreferences: { sandbox: false } }),
      ].map(messageOf);
    },
  );
  expect(messages).toEqual(
    [
      "powerMonitor",
      "App.getFileIcon",
      "Shell.trashItem",
      "BrowserWindow.setProgressBar",
      "WebContents.print",
      "Session.clearCache",
      "BrowserWindow.fromBrowserView",
      "Menu.sendActionToFirstResponder",
      "the event 'app-command' of BrowserWindow",
      "the option kiosk of BrowserWindow",
      "webPreferences.sandbox: false",
    ].map((name) => `electron stand-in: ${name} is not there`),
  );
});

test("members that Electron lacks are undefined", async ({ app }) => {
  const found = await app.evaluate((electron) => [
    typeof Reflect.get(electron, "contextBridge"),
    typeof Reflect.get(electron.app, "toJSON"),
  ]);
  expect(found).toEqual(["undefined", "undefined"]);
});

test("a second start quits and notifies the first one", async ({ app, dataFolder, page }) => {
  await expect(page.getByRole("heading")).toHaveText("Start");
  const electron = join(import.meta.dirname, "../electron");
  const args = [`--user-data-dir=${dataFolder}`, probeFolder, "probe://link"];
  const [code] = await once(spawn(electron, args), "exit");
  expect(code).toBe(0);
  const told = () => app.evaluate(() => Reflect.get(globalThis, "seen").secondStarts);
  await expect.poll(told).toEqual(["probe://link"]);
});
