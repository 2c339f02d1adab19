import { app, screen } from "electron";
import {
  placeBeside,
  placeOnScreen,
  type Rect,
  type Wanted,
  type WorkAreas,
} from "./window-bounds.ts";

/**
 * Whether windows are Wayland's, which tells no program where its windows lie, lets none place them
 * and none keep itself above others. `--ozone-platform=x11` runs the app on XWayland.
 */
export function isWayland(): boolean {
  if (process.platform !== "linux") return false;
  const chosen = app.commandLine.getSwitchValue("ozone-platform");
  return (chosen || process.env["XDG_SESSION_TYPE"]) === "wayland";
}

/** Work areas of the displays of now. */
export function workAreas(): WorkAreas {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary.workArea, ...others.map(({ workArea }) => workArea)];
}

/** The place on the displays of now; see `placeOnScreen`. */
export const placeOnDisplays = (wanted: Wanted | null): Rect => placeOnScreen(wanted, workAreas());

/** The place of one more window, beside so many others; only its size where none can be chosen. */
export function placeFurther(wanted: Wanted | null, others: number): Wanted {
  const place = placeOnDisplays(wanted);
  const { x, y, ...size } = others > 0 ? placeBeside(place, others, workAreas()) : place;
  return isWayland() ? size : { x, y, ...size };
}
