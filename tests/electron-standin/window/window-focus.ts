import { app } from "../app/app.ts";
import type { BrowserWindow } from "./browser-window.ts";
import { makeEvent } from "../app/electron-event.ts";

let focused: BrowserWindow | null = null;

export const focusedWindow = (): BrowserWindow | null => focused;

/** Removes the focus from a window that has it. */
export function takeFocus(window: BrowserWindow | null): void {
  if (!window || focused !== window) return;
  focused = null;
  window.emit("blur");
  app.emit("browser-window-blur", makeEvent(), window);
}

export function giveFocus(window: BrowserWindow): void {
  if (focused === window || window.isDestroyed() || !window.isVisible()) return;
  takeFocus(focused);
  focused = window;
  window.emit("focus");
  app.emit("browser-window-focus", makeEvent(), window);
}
