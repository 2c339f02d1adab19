import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import brand from "../../resources/brand/brand.json";
import common from "../../locales/en/common.json";
import titles from "../../locales/en/titles.json";
import {
  defaultLanguage,
  isLanguage,
  languages,
  type Language,
} from "../../src-shared/languages.ts";
import { platform } from "../platform/current-platform.ts";

type Texts = { default: Record<string, unknown> };

/** Files of texts: the interface's, without those of the API, and the brand's sentences. */
const files = {
  ...import.meta.glob<Texts>([
    "../../locales/{en,pl}/*.json",
    "!../../locales/*/{api,descriptions,mails,payments}.json",
  ]),
  ...import.meta.glob<Texts>("../../resources/brand/{en,pl}.json"),
};

const fileOf = (language: string, namespace: string) =>
  namespace === "brand"
    ? files[`../../resources/brand/${language}.json`]
    : files[`../../locales/${language}/${namespace}.json`];

const chunks: BackendModule = {
  type: "backend",
  init: () => {},
  read: async (language, namespace) => (await fileOf(language, namespace)?.())?.default ?? {},
};

/** `?lang=pl` in the address chooses the language and is remembered (ruling 25). */
function languageAtStart(): Language {
  const asked = new URLSearchParams(window.location.search).get("lang");
  if (!isLanguage(asked)) return platform.read("language");
  platform.write("language", asked);
  return asked;
}

const follow = (language: string) => document.documentElement.setAttribute("lang", language);

/** Sets up the texts, in the language remembered. Call once, after `platform.load()`. */
export async function startI18n(): Promise<void> {
  i18next.on("languageChanged", follow);
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: languageAtStart(),
      fallbackLng: defaultLanguage,
      supportedLngs: languages,
      ns: ["common", "titles", "brand"],
      defaultNS: "common",
      partialBundledLanguages: true,
      resources: { en: { common, titles } },
      interpolation: {
        escapeValue: false,
        defaultVariables: { name: brand.name, owner: brand.owner, email: brand.contactEmail },
      },
      react: { useSuspense: true },
    });
  platform.onChange((name) => {
    if (name === "language") void i18next.changeLanguage(platform.read("language"));
  });
}

/** Texts of a page, loaded together with its code. */
export const loadNamespaces = (namespaces: readonly string[]) =>
  i18next.loadNamespaces([...namespaces]);

export async function changeLanguage(language: Language): Promise<void> {
  platform.write("language", language);
  await i18next.changeLanguage(language);
}

export const currentLanguage = (): Language =>
  isLanguage(i18next.language) ? i18next.language : defaultLanguage;
