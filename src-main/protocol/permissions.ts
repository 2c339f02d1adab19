import { session } from "electron";
import { isPortalUrl } from "../links/portal-address.ts";

/** Full screen is needed for videos. Nothing else is needed. */
const isGranted = (permission: string, origin: string) =>
  permission === "fullscreen" && isPortalUrl(origin);

/** Denies all permissions except full screen: camera, location, notifications, devices and so on. */
export function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) =>
    isGranted(permission, origin),
  );
  defaultSession.setDevicePermissionHandler(() => false);
}
