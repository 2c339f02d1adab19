import { BrowserWindow, screen } from "electron";
import { isWayland, workAreas } from "./displays.ts";
import { placeAfterChange, type WorkAreas } from "./window-bounds.ts";

/** Only these change what of a window can be seen. */
const movingMetrics = new Set(["bounds", "workArea"]);

/** A minimised window is left alone: it is looked at when it is restored. */
function bringBack(window: BrowserWindow, before: WorkAreas, after: WorkAreas): void {
  if (window.isDestroyed() || window.isMinimized()) return;
  if (window.isMaximized() || window.isFullScreen() || isWayland()) return;
  const place = placeAfterChange(window.getBounds(), before, after);
  if (place) window.setBounds(place);
}

/** A window that was minimised while its display went comes back where it can be reached. */
export function keepReachable(window: BrowserWindow): void {
  window.on("restore", () => bringBack(window, workAreas(), workAreas()));
}

/** Keeps windows on the displays when these change. Call once the app is ready. */
export function keepWindowsOnDisplays(): void {
  let before = workAreas();
  const follow = () => {
    const after = workAreas();
    for (const window of BrowserWindow.getAllWindows()) bringBack(window, before, after);
    before = after;
  };
  screen.on("display-added", () => (before = workAreas()));
  screen.on("display-removed", follow);
  screen.on("display-metrics-changed", (_event, _display, changed) => {
    if (changed.some((metric) => movingMetrics.has(metric))) follow();
  });
}
