import type { PortalBridge } from "../../src-shared/bridge.ts";

declare global {
  /** Exposed by the desktop app's preload script; an ordinary browser has none. */
  var portalBridge: PortalBridge | undefined;
}
