import { EventEmitter } from "node:events";
import { permissionHandlers } from "./permissions.ts";
import { strictObject } from "./strict.ts";

/** `session.defaultSession` */
export const defaultSession = strictObject(
  "Session",
  Object.assign(new EventEmitter(), {
    setPermissionRequestHandler(handler: typeof permissionHandlers.request): void {
      permissionHandlers.request = handler;
    },
    setPermissionCheckHandler(handler: typeof permissionHandlers.check): void {
      permissionHandlers.check = handler;
    },
    /** No device can be chosen here. */
    setDevicePermissionHandler(): void {},
  }),
);
