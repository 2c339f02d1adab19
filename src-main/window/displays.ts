import { app, BrowserWindow, screen } from "electron";
import {
  boundsAfterDisplayChange,
  placeBeside,
  placeOnScreen,
  type Rect,
  type WindowPlacement,
  type WorkAreas,
} from "./window-bounds.ts";

/** Returns whether programs cannot place windows. `--ozone-platform=x11` runs the app on XWayland. */
export function isWayland(): boolean {
  if (process.platform !== "linux") return false;
  const chosen = app.commandLine.getSwitchValue("ozone-platform");
  return (chosen || process.env["XDG_SESSION_TYPE"]) === "wayland";
}

function workAreas(): WorkAreas {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}

export const placeOnDisplays = (wanted: WindowPlacement | null): Rect =>
  placeOnScreen(wanted, workAreas());

/** Returns the bounds of a new window beside `others`; on Wayland only its size. */
export function placeFurther(wanted: WindowPlacement | null, others: number): WindowPlacement {
  const bounds = placeOnDisplays(wanted);
  const { x, y, ...size } = others > 0 ? placeBeside(bounds, others, workAreas()) : bounds;
  return isWayland() ? size : { x, y, ...size };
}

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
