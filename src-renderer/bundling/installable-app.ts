import { VitePWA, type ManifestOptions } from "vite-plugin-pwa";
import type { PluginOption } from "vite";
import enCommon from "#locales/en/common.json" with { type: "json" };
import plCommon from "#locales/pl/common.json" with { type: "json" };
import type { Brand } from "#shared/brand.ts";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import { routes } from "#shared/routes.ts";
import { manifestPath, serviceWorkerPath, shellPath } from "#shared/service-worker.ts";

const menus: Record<Language, typeof enCommon.menu> = {
  en: enCommon.menu,
  pl: plCommon.menu,
};

const icon = (src: string, sizes: string, purpose: "any" | "maskable") => ({
  src,
  sizes,
  type: "image/png",
  purpose,
});

/** Returns a text in the default language, and in the others for browsers that know the latter. */
const localised = (name: string, textIn: (language: Language) => string) => {
  const others = languages.filter((language) => language !== defaultLanguage);
  return {
    [name]: textIn(defaultLanguage),
    [`${name}_localized`]: Object.fromEntries(others.map((other) => [other, textIn(other)])),
  };
};

const shortcuts = (["articles", "recipes", "protocols", "videos"] as const).map((id) => ({
  name: menus[defaultLanguage][id],
  ...localised("name", (language) => menus[language][id]),
  url: routes[id].path,
}));

type InstalledBrand = Brand & { texts: Record<Language, { tagline: string }> };

/** What a device needs to know to install the portal as an app. */
const manifestOf = (brand: InstalledBrand): Partial<ManifestOptions> => ({
  id: "/",
  name: brand.name,
  short_name: brand.name,
  ...localised("description", (language) => brand.texts[language].tagline),
  lang: defaultLanguage,
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  theme_color: brand.colours.ramp[2],
  background_color: brand.colours.paper,
  categories: ["sports", "education", "lifestyle"],
  icons: [
    icon("/icon-rounded-192.png", "192x192", "any"),
    icon("/icon-rounded-512.png", "512x512", "any"),
    icon("/icon-192.png", "192x192", "maskable"),
    icon("/icon-512.png", "512x512", "maskable"),
  ],
  shortcuts,
});

/** Builds the service worker, which the app registers itself (app/updates/), and the manifest of the brand. */
export const installableApp = (brand: InstalledBrand): PluginOption =>
  VitePWA({
    strategies: "injectManifest",
    srcDir: "service-worker",
    filename: serviceWorkerPath.slice(1).replace(/js$/, "ts"),
    registerType: "prompt",
    injectRegister: false,
    manifest: manifestOf(brand),
    manifestFilename: manifestPath.slice(1),
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: "iife",
      globPatterns: ["index.html"],
      // The server sends it under this address, with the policy of a page.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) => ({
            ...entry,
            url: entry.url === "index.html" ? shellPath : entry.url,
          })),
        }),
      ],
    },
  });
