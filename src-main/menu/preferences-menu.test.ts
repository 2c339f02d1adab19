import type { MenuItemConstructorOptions } from "electron";
import { describe, expect, it, vi } from "vitest";
import { textsIn } from "../desktop-texts.ts";
import type { Preferences } from "./preferences-menu.ts";
import type { Work } from "../portal/work-watch.ts";
import type { TokenProtection } from "../storage/token-vault.ts";
import { BrowserWindow, Menu } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { preferencesTemplate, showPreferences } = await import("./preferences-menu.ts");

const setForgetsToken = vi.fn(async () => {});
const storeOf = (protection: TokenProtection) =>
  ({
    tokenProtection: () => protection,
    forgetsToken: () => protection === "memory",
    setForgetsToken,
  }) as unknown as Preferences["store"]; // what the menu asks

/** A switch that is on and records what it is set to. */
const switchedOn = () => ({ isOn: () => true, set: vi.fn() });

const announcements = {
  canNotify: true,
  isOn: () => true,
  setOn: vi.fn(),
  onChange: () => {},
  stop: () => {},
};
const work = {
  current: vi.fn((): Work | null => null),
  isOn: () => false,
  setOn: vi.fn(),
  onChange: () => {},
  stop: () => {},
};
const keepRunning = {
  ...switchedOn(),
  isOffered: vi.fn(() => true),
  canHide: async () => true,
  tell: vi.fn(),
};
const preferences: Preferences = {
  store: storeOf("file"),
  announcements,
  work,
  startAtLogin: null,
  keepRunning,
  spelling: { ...switchedOn(), asksGoogle: true, follow: () => {} },
};

const item = (id: string, changed: Partial<Preferences> = {}): MenuItemConstructorOptions =>
  preferencesTemplate(textsIn("en"), { ...preferences, ...changed }).find(
    (entry) => entry.id === id,
  )!; // it is there
const choose = (chosen: MenuItemConstructorOptions, checked: boolean) =>
  chosen.click?.({ checked } as never, undefined, {}); // the rest is not looked at

describe("the preferences", () => {
  it.each([
    ["key-store", /encrypted with this computer’s key store/],
    ["file", /stored unencrypted/],
    ["unanswered", /did not respond: your login is stored unencrypted/],
    ["memory", /not stored/],
  ] as const)("say how the sign-in is kept: %s", (protection, text) => {
    const store = storeOf(protection);
    expect(item("token-protection", { store }).label).toMatch(text);
    expect(item("forget-token", { store }).checked).toBe(protection === "memory");
  });

  it("can keep the sign-in off the disk", () => {
    choose(item("forget-token"), true);
    expect(setForgetsToken).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("show and toggle the state of notifications", () => {
    expect(item("notify-of-announcements")).toMatchObject({ checked: true, visible: true });
    choose(item("notify-of-announcements"), false);
    expect(announcements.setOn).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("hide notifications if the system shows none", () => {
    const cannot = { ...announcements, canNotify: false, isOn: () => false };
    expect(item("notify-of-announcements", { announcements: cannot }).visible).toBe(false);
  });

  it("show and toggle starting at login, if available", () => {
    expect(item("start-at-login")).toMatchObject({ visible: false, checked: false });
    const startAtLogin = switchedOn();
    expect(item("start-at-login", { startAtLogin })).toMatchObject({
      visible: true,
      checked: true,
    });
    choose(item("start-at-login", { startAtLogin }), false);
    expect(startAtLogin.set).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("offer admins notifications of what waits for them", () => {
    expect(item("notify-of-work").visible).toBe(false);
    work.current.mockReturnValueOnce({ messages: 0, failedPayments: 0 });
    expect(item("notify-of-work")).toMatchObject({ visible: true, checked: false });
    choose(item("notify-of-work"), true);
    expect(work.setOn).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("show and toggle running in the tray where there is one", () => {
    expect(item("keep-running")).toMatchObject({ visible: true, checked: true });
    choose(item("keep-running"), false);
    expect(keepRunning.set).toHaveBeenCalledExactlyOnceWith(false);
    keepRunning.isOffered.mockReturnValueOnce(false);
    expect(item("keep-running").visible).toBe(false);
  });

  it("say where dictionaries come from", () => {
    expect(item("check-spelling").label).toMatch(/Google/);
    const spelling = { ...preferences.spelling, asksGoogle: false };
    expect(item("check-spelling", { spelling }).label).toBe("Check Spelling");
    choose(item("check-spelling", { spelling }), false);
    expect(spelling.set).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("open once the window is visible", () => {
    const window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1 });
    const show = () => showPreferences(window as never, textsIn("en"), preferences); // the recorder's
    show();
    expect(Menu.popped).toEqual([]);
    window.show();
    show();
    expect(Menu.popped.map(({ options }) => options)).toEqual([{ window }, { window }]);
  });
});
