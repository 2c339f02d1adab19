import { app, screen } from "electron";
import {
  placeBeside,
  placeOnScreen,
  type Rect,
  type Wanted,
  type WorkAreas,
} from "./window-bounds.ts";

/** Returns whether programs cannot place windows. `--ozone-platform=x11` runs the app on XWayland. */
export function isWayland(): boolean {
  if (process.platform !== "linux") return false;
  const chosen = app.commandLine.getSwitchValue("ozone-platform");
  return (chosen || process.env["XDG_SESSION_TYPE"]) === "wayland";
}

export function workAreas(): WorkAreas {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}

export const placeOnDisplays = (wanted: Wanted | null): Rect => placeOnScreen(wanted, workAreas());

/** Returns the bounds of a new window beside `others`; on Wayland only its size. */
export function placeFurther(wanted: Wanted | null, others: number): Wanted {
  const bounds = placeOnDisplays(wanted);
  const { x, y, ...size } = others > 0 ? placeBeside(bounds, others, workAreas()) : bounds;
  return isWayland() ? size : { x, y, ...size };
}
