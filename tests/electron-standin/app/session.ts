import { EventEmitter } from "node:events";
import { app } from "./app.ts";
import { permissionHandlers } from "../page/permissions.ts";
import { strictObject } from "../strict.ts";

/** `session.defaultSession`. The stand-in itself may use it at any time. */
export const defaultSession = strictObject(
  "Session",
  Object.assign(new EventEmitter(), {
    setPermissionRequestHandler(handler: typeof permissionHandlers.request): void {
      permissionHandlers.request = handler;
    },
    setPermissionCheckHandler(handler: typeof permissionHandlers.check): void {
      permissionHandlers.check = handler;
    },
    /** Has no effect: there are no devices. */
    setDevicePermissionHandler(): void {},
  }),
);

/** Throws while Electron has no session yet. */
export function assertSessionIsThere(): void {
  if (!app.isReady()) throw new TypeError("Session can only be received when app is ready");
}

/** `session` */
export const session = strictObject("Session", {
  get defaultSession() {
    assertSessionIsThere();
    return defaultSession;
  },
});
