import type { PortalBridge } from "../../src-shared/bridge.ts";

/** The names that the bridge is to expose, sorted. */
export const bridgeNames = [
  "capabilities",
  "find",
  "followOpen",
  "load",
  "onChange",
  "onFindRequest",
  "onFound",
  "onNotificationsChange",
  "onOpen",
  "onPinChange",
  "openExternal",
  "readNotifications",
  "readPin",
  "remove",
  "stopFinding",
  "write",
  "writeNotifications",
  "writePin",
] satisfies (keyof PortalBridge)[];
