import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import packageJson from "./package.json" with { type: "json" };
import { preloadFonts } from "./src-renderer/theme/preload-fonts.ts";

const root = import.meta.dirname;

/** The renderer's section is also what the browser's build uses: see vite.config.ts. */
export default defineConfig({
  renderer: {
    root: resolve(root, "src-renderer"),
    base: "/",
    publicDir: resolve(root, "resources/brand/icons"),
    plugins: [react(), preloadFonts()],
    define: { "import.meta.env.VITE_VERSION": JSON.stringify(packageJson.version) },
    build: {
      outDir: resolve(root, "dist/renderer"),
      emptyOutDir: true,
      target: "es2022",
      minify: "oxc",
      manifest: true,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: resolve(root, "src-renderer/index.html"),
        output: {
          codeSplitting: {
            // What every page needs is one file, not forty: browsers open six connections a host.
            groups: [{ name: "shell", tags: ["$initial"] }],
          },
        },
      },
    },
  },
});
