import { VitePWA } from "vite-plugin-pwa";
import type { PluginOption } from "vite";
import { serviceWorkerPath, shellPath, shellRevision } from "#shared/service-worker.ts";

/** Builds the service worker, which the app registers itself (app/updates/). */
export const installableApp = (): PluginOption =>
  VitePWA({
    strategies: "injectManifest",
    srcDir: "service-worker",
    filename: serviceWorkerPath.slice(1).replace(/js$/, "ts"),
    registerType: "prompt",
    injectRegister: false,
    // The server makes it of the brand.
    manifest: false,
    injectManifest: {
      rollupFormat: "iife",
      globPatterns: ["index.html"],
      // The server sends it under this address, with the brand and the policy of a page.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) =>
            entry.url === "index.html"
              ? { ...entry, url: shellPath, revision: shellRevision }
              : entry,
          ),
        }),
      ],
    },
  });
