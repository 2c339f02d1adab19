import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import brand from "#brand/en.json";

const files = import.meta.glob<Record<string, unknown>>("../../locales/en/*.json", {
  eager: true,
  import: "default",
});

/** Loads all English texts at once: no page waits for its own. */
const texts = Object.fromEntries(
  Object.entries(files).map(([path, file]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? path, file]),
);

await i18next.use(initReactI18next).init({
  lng: "en",
  defaultNS: "common",
  resources: { en: { ...texts, brand } },
  interpolation: { escapeValue: false, defaultVariables: { name: "Ringside" } },
});
