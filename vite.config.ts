import { defineConfig } from "vite";
import { renderer } from "./electron.vite.config.ts";
import { mergeChunks } from "./src-renderer/bundling/merge-chunks.ts";

/** A single build: browsers get the same files that the desktop app contains. */
export default defineConfig(({ command }) =>
  command === "build" ? mergeChunks(renderer) : renderer,
);
