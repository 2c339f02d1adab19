import type { BrowserWindow } from "electron";
import type { WindowPin } from "./window-pin.ts";
import type { WindowState } from "./window-state.ts";

/** ms without a change before the bounds are written. */
const settleTime = 300;

/**
 * Stores the window's bounds after it was moved or resized, and when it closes. A window that was not
 * moved stores nothing, because another window may have been moved since.
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
    timer = setTimeout(save, settleTime);
  };
  window.on("resize", saveSoon);
  window.on("move", saveSoon);
  window.on("maximize", saveSoon);
  window.on("unmaximize", saveSoon);
  // The event of its last move may not have arrived yet.
  window.on("close", save);
}
