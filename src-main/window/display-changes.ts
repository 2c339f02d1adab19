import { BrowserWindow, screen } from "electron";
import { isWayland, workAreas } from "./displays.ts";
import { boundsAfterDisplayChange, type WorkAreas } from "./window-bounds.ts";

/** Only these affect which part of a window is visible. */
const movingMetrics = new Set(["bounds", "workArea"]);

/** Moves a window back on screen if a display change hid any of it. Minimised ones are checked when restored. */
function moveBackOnScreen(window: BrowserWindow, before: WorkAreas, after: WorkAreas): void {
  if (window.isDestroyed() || window.isMinimized()) return;
  if (window.isMaximized() || window.isFullScreen() || isWayland()) return;
  const bounds = boundsAfterDisplayChange(window.getBounds(), before, after);
  if (bounds) window.setBounds(bounds);
}

/** When a window is restored, moves it back on screen if its display was removed while it was minimised. */
export function moveOntoScreenOnRestore(window: BrowserWindow): void {
  window.on("restore", () => moveBackOnScreen(window, workAreas(), workAreas()));
}

/** Moves windows when displays are removed or changed. Requires the app to be ready. */
export function keepWindowsOnDisplays(): void {
  let before = workAreas();
  const follow = () => {
    const after = workAreas();
    for (const window of BrowserWindow.getAllWindows()) moveBackOnScreen(window, before, after);
    before = after;
  };
  screen.on("display-added", () => (before = workAreas()));
  screen.on("display-removed", follow);
  screen.on("display-metrics-changed", (_event, _display, changed) => {
    if (changed.some((metric) => movingMetrics.has(metric))) follow();
  });
}
