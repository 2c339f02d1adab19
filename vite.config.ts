import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { renderer } from "./electron.vite.config.ts";

/** What the API renders the public pages with (docs/decisions/0012-public-html.md); code of other pages is not loaded. */
const serverBuild = {
  ...renderer,
  define: { ...renderer.define, "process.env.NODE_ENV": JSON.stringify("production") },
  plugins: [react()],
  ssr: { noExternal: true, resolve: { conditions: ["module", "production"] } },
  build: {
    ...renderer.build,
    outDir: resolve(import.meta.dirname, "dist/server"),
    target: "node24",
    minify: false,
    manifest: false,
    ssr: true,
    rolldownOptions: {
      input: resolve(import.meta.dirname, "src-renderer/server/render-page.tsx"),
      treeshake: renderer.build.rolldownOptions.treeshake,
    },
  },
} satisfies UserConfig;

/** Browsers get the same files that the desktop app contains; `--ssr` builds what the API renders pages with. */
export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : renderer));
