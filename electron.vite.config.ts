import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "electron-vite";
import type { Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { brandDirOf, readBrand } from "./src-api/brand.ts";
import { loadSettings } from "./src-api/settings.ts";
import { writeBuiltFiles } from "./src-renderer/bundling/built-files-plugin.ts";
import { installableApp } from "./src-renderer/bundling/installable-app.ts";
import { writeLicenceList } from "./src-renderer/bundling/licence-list-plugin.ts";
import { writeRouteFiles } from "./src-renderer/bundling/route-files-plugin.ts";
import { builtTexts } from "./src-renderer/i18n/audiences.ts";
import { addFirstPaintScript } from "./src-renderer/theme/first-paint-script.ts";
import { preloadFonts } from "./src-renderer/theme/preload-fonts.ts";

const root = import.meta.dirname;

type MainViteConfig = NonNullable<UserConfig["main"]>;
type PreloadViteConfig = NonNullable<UserConfig["preload"]>;
type RendererViteConfig = NonNullable<UserConfig["renderer"]>;

/** Settings built into the desktop app, for machines whose environment does not set them. */
const builtInto = (names: string[]) =>
  Object.fromEntries(
    names.map((name) => [`import.meta.env.${name}`, JSON.stringify(process.env[name] ?? "")]),
  );

const fontLicences = ["brygada-1918", "source-sans-3"].map((font) =>
  resolve(root, `resources/fonts/OFL-${font}.txt`),
);

const main = {
  plugins: [writeLicenceList()],
  define: builtInto([
    "PORTAL_API_ORIGIN",
    "LAUNCHDARKLY_CLIENT_ID",
    "DESKTOP_DICTIONARY_URL",
    "DESKTOP_UPDATE_URL",
    "DESKTOP_UPDATE_PUBLIC_KEY",
  ]),
  build: {
    outDir: resolve(root, "dist/main"),
    emptyOutDir: true,
    // Bundled completely: the packaged app contains no node_modules. What is loaded late, such as the
    // updater, is a file of its own: no start has to parse it. That takes half as long for minified code.
    externalizeDeps: false,
    minify: "oxc" as const,
    rolldownOptions: { input: resolve(root, "src-main/index.ts") },
  },
} satisfies MainViteConfig;

const preload = {
  plugins: [writeLicenceList()],
  build: {
    outDir: resolve(root, "dist/preload"),
    emptyOutDir: true,
    externalizeDeps: false,
    rolldownOptions: {
      input: resolve(root, "src-preload/index.ts"),
      // A sandboxed preload script is not a module and cannot load other files.
      output: { format: "cjs" as const, entryFileNames: "[name].cjs", codeSplitting: false },
    },
  },
} satisfies PreloadViteConfig;

/** The renderer's section is also used by the build for browsers: see vite.config.ts. */
export const renderer = {
  root: resolve(root, "src-renderer"),
  base: "/",
  publicDir: false as const,
  plugins: [
    react(),
    preloadFonts(),
    addFirstPaintScript(),
    writeRouteFiles(),
    installableApp(),
    writeBuiltFiles(),
    writeLicenceList(fontLicences),
  ],
  json: { namedExports: false },
  // Of the server of `npm run dev`.
  server: { fs: { allow: [root] } },
  resolve: {
    alias: {
      // Its variant for browsers assigns innerHTML, which the page's Trusted Types policy forbids.
      "decode-named-character-reference": resolve(
        root,
        "node_modules/decode-named-character-reference/index.js",
      ),
    },
  },
  define: {
    "import.meta.env.VITE_VERSION": JSON.stringify(packageJson.version),
  },
  build: {
    outDir: resolve(root, "dist/renderer"),
    emptyOutDir: true,
    target: "es2022",
    minify: "oxc",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: resolve(root, "src-renderer/index.html"),
      treeshake: {
        // A page has of a feature only what it uses of its index.
        moduleSideEffects: [{ test: /\/features\/[^/]+\/index\.ts$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs: React, Fluent UI, the router, the layout.
            { name: "core", tags: ["$initial"], priority: 1 },
            // Two files of texts per language.
            { name: builtTexts },
            // What many pages need, in place of dozens of small files.
            { name: "shared", test: /\.tsx?$|\.[cm]?js$/, minShareCount: 12 },
            // Each of the following comes with all that it imports, except for what is in a group above it.
            { name: "icons", test: /@fluentui\/react-(icons|utilities)\// },
            { name: "transport", test: /\/api-client\/transport\.ts$/ },
            { name: "drawings", test: /\/cover-art\/drawing\/drawings\.ts$/ },
            { name: "course", test: /\/components\/course\// },
            { name: "dialogs", test: /\/components\/(confirm-dialog|danger-button)\.tsx$/ },
            { name: "member", test: /\/app\/layouts\/member\// },
            {
              name: "training",
              test: /\/features\/training\/(?!protocol\/)|\/components\/step-mode\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
} satisfies RendererViteConfig;

/** Icons of the brand that the app shows by itself. */
const ownIcons = ["icon-192.png", "trayTemplate.png", "trayTemplate@2x.png"];

const copyIcons = (brandDir: string): Plugin => ({
  name: "copy-icons",
  generateBundle() {
    for (const fileName of ownIcons) {
      const source = readFileSync(resolve(brandDir, "icons", fileName));
      this.emitFile({ type: "asset", fileName, source });
    }
  },
});

/**
 * The desktop app; its renderer is the same build as for browsers. It is packaged with a brand: the system shows its name and
 * icons, and the interface has it until the portal's is known.
 */
export default defineConfig(async () => {
  const brandDir = brandDirOf(loadSettings([]));
  await readBrand(brandDir);
  // Takes the place of the default brand, to which package.json resolves it.
  const alias = { "#brand": realpathSync(brandDir) };
  const plugins = [...main.plugins, copyIcons(brandDir)];
  return { main: { ...main, resolve: { alias }, plugins }, preload };
});
