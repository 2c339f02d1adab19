import { join } from "node:path";

// Main is one bundle, dist/main/index.js: its neighbours are found from there, packaged or not.
export const rendererFolder = join(import.meta.dirname, "../renderer");
export const preloadFile = join(import.meta.dirname, "../preload/index.cjs");
export const iconFile = join(rendererFolder, "icon-192.png");
/** Black on nothing, for macOS to colour; `@2x` beside it has twice the pixels. */
export const trayTemplateFile = join(rendererFolder, "trayTemplate.png");
