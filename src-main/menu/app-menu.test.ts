import type { MenuItemConstructorOptions } from "electron";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Language, languages } from "#shared/languages.ts";
import { textsIn } from "../desktop-texts.ts";
import { app, BrowserWindow } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { menuTemplate } = await import("./app-menu.ts");
const { addPin, pinOf } = await import("../window/window-pin.ts");
const { windowStateIn } = await import("../window/window-state.ts");

type Item = MenuItemConstructorOptions;
const bounds = { x: 0, y: 0, width: 900, height: 700 };
const actions = { openWindow: vi.fn(), showPreferences: vi.fn() };

const flat = (items: Item[]): Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
const items = (language: Language = "en") => flat(menuTemplate(textsIn(language), actions));
const item = (id: string, among = items()) => among.find((entry) => entry.id === id)!; // it is there

/** Clicks an item; a checkbox is toggled before. */
const choose = (chosen: Item, checked = false) =>
  chosen.click?.({ checked } as never, undefined, {}); // the rest is not looked at

let window: BrowserWindow;
beforeEach(() => {
  app.isPackaged = false;
  BrowserWindow.all = [];
  window = new BrowserWindow(bounds);
  BrowserWindow.focused = window;
  addPin(window as never, windowStateIn(new Map()), false); // the recorder's
});

describe("the menu", () => {
  it.each(languages)("in %s has a text for every item", (language) => {
    const named = items(language).filter(({ type }) => type !== "separator");
    expect(named.filter(({ label }) => !/^[^{}]+$/.test(label ?? ""))).toEqual([]);
  });

  it("is available in Polish", () => {
    expect(item("reload", items("pl")).label).toBe("Odśwież");
  });

  it("uses every shortcut once", () => {
    const shortcuts = items().flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    for (const id of ["back", "forward", "reload", "find", "pin", "preferences", "new-window"]) {
      expect(item(id).accelerator).toBeTruthy();
    }
  });

  it("acts on the focused window", () => {
    const { webContents } = window;
    for (const id of ["back", "forward", "reload", "find", "home"]) choose(item(id));
    expect(webContents.navigationHistory.goBack).toHaveBeenCalledOnce();
    expect(webContents.navigationHistory.goForward).toHaveBeenCalledOnce();
    expect(webContents.reload).toHaveBeenCalledOnce();
    expect(webContents.send).toHaveBeenCalledExactlyOnceWith("onFindRequest");
    expect(window.loaded).toEqual(["app://portal/"]);
  });

  it("does nothing without a window", () => {
    BrowserWindow.focused = null;
    const all = () => ["back", "forward", "reload", "find", "home", "pin"].map((id) => item(id));
    expect(() => all().forEach((entry) => choose(entry))).not.toThrow();
    expect(window.webContents.reload).not.toHaveBeenCalled();
  });

  it("pins and unpins the window and shows its state", () => {
    choose(item("pin"), true);
    expect(pinOf(window as never)?.isPinned()).toBe(true);
    expect(item("pin").checked).toBe(true);
    choose(item("pin"), false);
    expect(pinOf(window as never)?.isPinned()).toBe(false);
  });

  it("runs the actions that need no window", () => {
    choose(item("new-window"));
    choose(item("preferences"));
    expect(actions.openWindow).toHaveBeenCalledOnce();
    expect(actions.showPreferences).toHaveBeenCalledOnce();
  });

  it("has developer tools in development only", () => {
    const roles = () => items().map(({ role }) => role);
    expect(roles()).toContain("toggleDevTools");
    app.isPackaged = true;
    expect(roles()).not.toContain("toggleDevTools");
  });
});
