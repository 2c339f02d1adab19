import type { Plugin } from "vite";
import enCommon from "../../locales/en/common.json" with { type: "json" };
import plCommon from "../../locales/pl/common.json" with { type: "json" };
import brand from "../../resources/brand/brand.json" with { type: "json" };
import enBrand from "../../resources/brand/en.json" with { type: "json" };
import plBrand from "../../resources/brand/pl.json" with { type: "json" };
import { defaultLanguage, languages, type Language } from "../../src-shared/languages.ts";
import { routes } from "../../src-shared/routes.ts";
import { manifestPath } from "../../src-shared/service-worker.ts";

const menus: Record<Language, typeof enCommon.menu> = {
  en: enCommon.menu,
  pl: plCommon.menu,
};
const taglines: Record<Language, string> = {
  en: enBrand.tagline,
  pl: plBrand.tagline,
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
  ...localised("name", (language) => menus[language][id]),
  url: routes[id].path,
}));

/** What a device needs to know to install the portal as an app. */
const manifest = {
  id: "/",
  name: brand.name,
  short_name: brand.name,
  ...localised("description", (language) => taglines[language]),
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
};

/** Writes the web app manifest, in the words and colours of the brand, and links index.html to it. */
export const webManifest = (): Plugin => ({
  name: "web-manifest",
  apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  transformIndexHtml: () => [
    { tag: "link", attrs: { rel: "manifest", href: manifestPath }, injectTo: "head" },
  ],
  generateBundle() {
    const source = JSON.stringify(manifest);
    this.emitFile({ type: "asset", fileName: manifestPath.slice(1), source });
  },
});
