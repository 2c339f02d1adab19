import type { BrowserWindow } from "./browser-window.ts";

/** All windows that are not destroyed, in the order of opening. */
export const openWindows = new Set<BrowserWindow>();
