import { createBrowserPlatform } from "./browser-platform.ts";
import type { Platform } from "./platform.ts";

/** The platform this renderer runs on. */
export const platform: Platform = createBrowserPlatform();
