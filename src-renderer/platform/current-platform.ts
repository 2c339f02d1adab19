import { createBrowserPlatform } from "./browser-platform.ts";
import { createDesktopPlatform } from "./desktop-platform.ts";
import type { Platform } from "./platform.ts";

const bridge = globalThis.portalBridge;

/** The platform that this renderer runs on: the desktop app, or an ordinary browser. */
export const platform: Platform = bridge ? createDesktopPlatform(bridge) : createBrowserPlatform();
