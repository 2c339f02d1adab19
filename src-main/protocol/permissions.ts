import { session } from "electron";
import { isAtHost, isPortalUrl } from "../links/portal-address.ts";

/** For videos; for recipes that are cooked; to copy a shopping list. Nothing else is needed. */
const needed = new Set(["fullscreen", "screen-wake-lock", "clipboard-sanitized-write"]);

/**
 * Denies all permissions except those that are needed: camera, location, notifications, devices and so on.
 *
 * @param frameHosts hosts of videos in texts, which may fill the screen as well
 */
export function denyPermissions(frameHosts: () => readonly string[]): void {
  const isGranted = (permission: string, origin: string) =>
    (needed.has(permission) && isPortalUrl(origin)) ||
    (permission === "fullscreen" && isAtHost(origin, frameHosts()));
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) =>
    isGranted(permission, origin),
  );
  defaultSession.setDevicePermissionHandler(() => false);
}
