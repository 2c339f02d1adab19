import { vi } from "vitest";
import { textsIn } from "../desktop-texts.ts";
import { packagedBrand } from "../interface-brand.ts";
import { openWindow } from "../window/main-window.ts";
import { pinOf } from "../window/window-pin.ts";
import { windowStateIn } from "../window/window-state.ts";
import { app, BrowserWindow, screen } from "./recording-electron.ts";

/** Creates a display of 1920 by 1080 with its left edge at x. */
export const display = (x: number) => ({
  id: x + 1,
  workArea: { x, y: 0, width: 1920, height: 1080 },
});

/** Bounds on the second of two displays. */
export const place = { x: 2000, y: 100, width: 900, height: 700 };

/** Resets to two displays, no windows and fake timers. Must be called before each test. */
export function resetWindows(): void {
  vi.useFakeTimers();
  BrowserWindow.all = [];
  screen.displays = [display(0), display(1920)];
  app.isPackaged = false;
}

/** Returns a store with these entries, and a function that opens a window like a start with it. */
export function start(entries: Record<string, unknown> = {}, isSignedIn = () => false) {
  const file = new Map(Object.entries(entries));
  const services = {
    state: windowStateIn(file),
    texts: () => textsIn("en"),
    isSignedIn,
    brand: () => packagedBrand,
  };
  const open = (path?: string) => {
    openWindow(services, path);
    return BrowserWindow.all.at(-1)!; // just opened
  };
  return { file, open, pin: (window: BrowserWindow) => pinOf(window as never)! }; // of the recorder
}
