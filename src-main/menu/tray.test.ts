import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MenuItemConstructorOptions } from "electron";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { textsIn } from "../desktop-texts.ts";
import { app, BrowserWindow, Tray } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { createTray, trayTemplate } = await import("./tray.ts");
const { addPin, pinOf } = await import("../window/window-pin.ts");
const { windowStateIn } = await import("../window/window-state.ts");

const showWindow = vi.fn();
const badge = vi.fn(() => 0);
let window: BrowserWindow;

beforeEach(() => {
  showWindow.mockClear();
  Tray.all = [];
  window = new BrowserWindow({ x: 0, y: 0, width: 900, height: 700 });
  addPin(window as never, windowStateIn(new Map()), false); // the recorder's
});
afterEach(() => vi.unstubAllGlobals());

const actions = (shown: BrowserWindow | null = window) => ({
  name: () => "Pfotenring",
  badge,
  showWindow,
  pin: () => pinOf(shown as never), // the recorder's
});
const item = (id: string, shown: BrowserWindow | null = window): MenuItemConstructorOptions =>
  trayTemplate(textsIn("en"), actions(shown)).find((entry) => entry.id === id)!; // it is there
const choose = (chosen: MenuItemConstructorOptions, checked = false) =>
  chosen.click?.({ checked } as never, undefined, {}); // the rest is not looked at

describe("the tray's menu", () => {
  it("shows the window, pins it and quits", () => {
    choose(item("show"));
    expect(showWindow).toHaveBeenCalledOnce();
    choose(item("pin"), true);
    expect(item("pin").checked).toBe(true);
    choose(item("quit"));
    expect(app.quit).toHaveBeenCalledOnce();
  });

  it("names the portal, and how much there is to look at", () => {
    expect(item("show").label).toBe("Show Pfotenring");
    badge.mockReturnValueOnce(3);
    expect(item("show").label).toBe("Show Pfotenring (3)");
  });

  it("pins nothing while there is no window", () => {
    expect(item("pin", null)).toMatchObject({ enabled: false, checked: false });
  });
});

describe("the tray's icon", () => {
  /** Creates the tray on a platform. */
  function createOn(platform: NodeJS.Platform) {
    vi.stubGlobal("process", { ...process, platform });
    createTray(actions())(textsIn("en"));
    return Tray.all[0]!; // just created
  }

  it.each(["linux", "win32"] as const)(
    "is coloured on %s, and a click shows the window",
    (name) => {
      const tray = createOn(name);
      expect(tray.icon).toMatchObject({ path: expect.stringMatching(/icon-192\.png$/), width: 18 });
      tray.emit("click");
      expect(showWindow).toHaveBeenCalledOnce();
    },
  );

  it("is a template on macOS, where a click opens the menu and nothing else", () => {
    const tray = createOn("darwin");
    expect(tray.icon).toMatchObject({ path: expect.stringMatching(/Template\.png$/) });
    expect(tray.icon).not.toHaveProperty("width");
    tray.emit("click");
    expect(showWindow).not.toHaveBeenCalled();
    expect(Tray.shown.length).toBeGreaterThan(0);
  });

  it.each([
    ["trayTemplate.png", 18],
    ["trayTemplate@2x.png", 36],
  ])("as a template is there: %s has %i pixels", (name, side) => {
    const file = readFileSync(join(import.meta.dirname, "../../resources/brand/icons", name));
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([side, side]);
  });
});
