import { createBrowserPlatform } from "./browser-platform.ts";
import { createDesktopPlatform } from "./desktop-platform.ts";
import type { Platform } from "./platform.ts";

const bridge = globalThis.portalBridge;

/** The platform this renderer runs on. */
export const platform: Platform = bridge ? createDesktopPlatform(bridge) : createBrowserPlatform();
