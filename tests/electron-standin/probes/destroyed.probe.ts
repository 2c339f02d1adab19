import type { ElectronApplication } from "@playwright/test";
import { EventEmitter } from "node:events";
import { membersOf } from "../declared-api.ts";
import { expect, test } from "./probe-app.ts";

const usable = new Set(["isDestroyed", "destroy", ...Object.keys(EventEmitter.prototype)]);

/** Returns the members that Electron declares for a type, except those usable after destruction. */
const declared = (type: string) =>
  [...membersOf(type).instance].filter((name) => !usable.has(name));

/** Reads or calls each supported member of a destroyed object and returns the results. */
const outcomes = (app: ElectronApplication, type: "BrowserWindow" | "WebContents" | "Tray") =>
  app.evaluate(
    ({ app: theApp, BrowserWindow, Tray, nativeImage }, { kind, names, icon }) => {
      theApp.on("window-all-closed", () => {});
      const window = new BrowserWindow({ show: false });
      const tray = new Tray(nativeImage.createFromPath(icon));
      const objects = { BrowserWindow: window, WebContents: window.webContents, Tray: tray };
      const object = objects[kind];
      window.destroy();
      tray.destroy();
      tray.destroy();
      const messageOf = Reflect.get(globalThis, "messageOf");
      const present = names.filter((name) => name in Object.getPrototypeOf(object));
      const use = (name: string) => () => {
        const member: unknown = Reflect.get(object, name);
        return typeof member === "function" ? Reflect.apply(member, object, []) : member;
      };
      return {
        isDestroyed: object.isDestroyed(),
        listens: object.listenerCount("closed"),
        count: present.length,
        messages: [...new Set(present.map((name) => messageOf(use(name))))],
      };
    },
    {
      kind: type,
      names: declared(type),
      icon: `${import.meta.dirname}/../../../resources/brand/icons/icon-512.png`,
    },
  );

for (const type of ["BrowserWindow", "WebContents", "Tray"] as const) {
  test(`every member of a destroyed ${type} throws`, async ({ app, page }) => {
    await expect(page.getByRole("heading")).toHaveText("Start");
    const { count, ...rest } = await outcomes(app, type);
    expect(count).toBeGreaterThan(1);
    expect(rest).toEqual({
      isDestroyed: true,
      listens: 0,
      messages: ["TypeError: Object has been destroyed"],
    });
  });
}

test("a window and its contents are destroyed when it emits closed", async ({ app, page }) => {
  const window = await app.browserWindow(page);
  const seen = await window.evaluate(
    (win) =>
      new Promise((resolve) => {
        const { webContents } = win;
        const { navigationHistory } = webContents;
        const messageOf = Reflect.get(globalThis, "messageOf");
        win.once("closed", () =>
          resolve([
            win.isDestroyed(),
            webContents.isDestroyed(),
            messageOf(() => webContents.send("message", "late")),
            messageOf(() => navigationHistory.goBack()),
          ]),
        );
        win.close();
      }),
  );
  const gone = "TypeError: Object has been destroyed";
  expect(seen).toEqual([true, true, gone, gone]);
});
