import { app } from "electron";

/**
 * Whether windows are Wayland's, which tells no program where its windows lie, lets none place them
 * and none keep itself above others. `--ozone-platform=x11` runs the app on XWayland.
 */
export function isWayland(): boolean {
  if (process.platform !== "linux") return false;
  const chosen = app.commandLine.getSwitchValue("ozone-platform");
  return (chosen || process.env["XDG_SESSION_TYPE"]) === "wayland";
}
