import { session } from "electron";
import { isPortalUrl } from "../links/portal-address.ts";

/** A video's own button asks for the whole screen. Nothing else is needed, so nothing else is given. */
const mayBe = (permission: string, origin: string) =>
  permission === "fullscreen" && isPortalUrl(origin);

/** Denies what pages may ask for: camera, position, notifications, devices, other programs. */
export function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(mayBe(permission, requestingUrl)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) =>
    mayBe(permission, origin),
  );
  defaultSession.setDevicePermissionHandler(() => false);
}
