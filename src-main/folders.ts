import { join } from "node:path";

// Main is bundled into dist/main/index.js, packaged or not. These paths are relative to that file.
export const rendererFolder = join(import.meta.dirname, "../renderer");
export const preloadFile = join(import.meta.dirname, "../preload/index.cjs");
export const iconFile = join(import.meta.dirname, "icon-192.png");
/** Black on transparent: macOS colours it. The file with `@2x` is for high resolutions. */
export const trayTemplateFile = join(import.meta.dirname, "trayTemplate.png");
