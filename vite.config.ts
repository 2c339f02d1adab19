import { defineConfig } from "vite";
import { renderer } from "./electron.vite.config.ts";

/** One build: the browser is served the very files that the desktop app carries. */
export default defineConfig(renderer);
