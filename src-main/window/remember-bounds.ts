import type { BrowserWindow } from "electron";
import type { WindowPin } from "./window-pin.ts";
import type { WindowState } from "./window-state.ts";

/** ms that a window has to lie still before its place is written. */
const restingTime = 300;

/**
 * Remembers where somebody put the window, once it has come to rest or closes. A window that still
 * lies where it opened says nothing: another one may have been moved since.
 */
export function rememberBounds(window: BrowserWindow, pin: WindowPin, state: WindowState): void {
  const unpinnedNow = () => ({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  const now = () => (pin.isPinned() ? window.getBounds() : unpinnedNow());
  let known = JSON.stringify(now());
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    const place = JSON.stringify(now());
    if (place === known) return;
    known = place;
    if (pin.isPinned()) state.writePin({ on: true, bounds: window.getBounds() });
    else state.writeBounds(unpinnedNow());
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, restingTime);
  };
  window.on("resize", saveSoon);
  window.on("move", saveSoon);
  window.on("maximize", saveSoon);
  window.on("unmaximize", saveSoon);
  // Its last move may not have been told yet: what counts is where it lies.
  window.on("close", save);
}
