import type { PortalBridge } from "#shared/bridge.ts";

declare global {
  /** Exposed by the desktop app's preload script; undefined in a browser. */
  var portalBridge: PortalBridge | undefined;
}
