import { defineConfig } from "vite";
import { renderer } from "./electron.vite.config.ts";
import { mergeChunks } from "./src-renderer/bundling/merge-chunks.ts";

/** One build: the browser is served the very files that the desktop app carries. */
export default defineConfig(({ command }) =>
  command === "build" ? mergeChunks(renderer) : renderer,
);
