import { defineConfig } from "vite";
import { renderer } from "./electron.vite.config.ts";

/** A single build: browsers get the same files that the desktop app contains. */
export default defineConfig(renderer);
