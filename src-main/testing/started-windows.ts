import { vi } from "vitest";
import { textsIn } from "../desktop-texts.ts";
import { openWindow } from "../window/main-window.ts";
import { pinOf } from "../window/window-pin.ts";
import { windowStateIn } from "../window/window-state.ts";
import { app, BrowserWindow, screen } from "./recording-electron.ts";

/** A display of 1920 by 1080 whose left edge is there. */
export const display = (x: number) => ({
  id: x + 1,
  workArea: { x, y: 0, width: 1920, height: 1080 },
});

/** A place on the second of two displays. */
export const place = { x: 2000, y: 100, width: 900, height: 700 };

/** Two displays, no windows, and a clock that stands. To be called before each test. */
export function resetWindows(): void {
  vi.useFakeTimers();
  BrowserWindow.all = [];
  screen.displays = [display(0), display(1920)];
  app.isPackaged = false;
}

/** What lies in the store, and a way to open a window as a start with it would. */
export function start(entries: Record<string, unknown> = {}) {
  const file = new Map(Object.entries(entries));
  const services = { state: windowStateIn(file), texts: () => textsIn("en") };
  const open = (path?: string) => {
    openWindow(services, path);
    return BrowserWindow.all.at(-1)!; // just opened
  };
  return { file, open, pin: (window: BrowserWindow) => pinOf(window as never)! }; // of the recorder
}
