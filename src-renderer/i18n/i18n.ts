import i18next, { type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import common from "../../locales/en/common.json";
import titles from "../../locales/en/titles.json";
import brand from "../../resources/brand/brand.json";
import {
  defaultLanguage,
  isLanguage,
  languages,
  type Language,
} from "../../src-shared/languages.ts";
import { startWantedLanguage, useWantedLanguage } from "./wanted-language.ts";

type Texts = { default: ResourceKey };

/** ms that the first paint waits for texts: those that come later are shown when they come. */
const longestWait = 4_000;

/** Files of texts: the interface's, without those of the API, and the brand's sentences. */
const files = {
  ...import.meta.glob<Texts>([
    "../../locales/*/*.json",
    "!../../locales/*/{api,descriptions,desktop,mails,payments}.json",
  ]),
  ...import.meta.glob<Texts>([
    "../../resources/brand/*.json",
    "!../../resources/brand/{brand,catalogue}.json",
  ]),
};

const fileOf = (language: Language, namespace: string) =>
  namespace === "brand"
    ? files[`../../resources/brand/${language}.json`]
    : files[`../../locales/${language}/${namespace}.json`];

/** Namespaces that every page needs. */
const everywhere = ["common", "titles", "brand"];

/** Namespaces that some page has asked for: they are wanted in a new language too. */
const wanted = new Set(everywhere);

/**
 * Loads what is missing of texts in a language. Rejects when a chunk does not come. Everything on
 * screen is rendered again for a text that is `late`; for those that a page waits for, nothing is.
 */
async function loadTexts(
  language: Language,
  names: Iterable<string> = wanted,
  late = () => false,
): Promise<void> {
  const missing = [...names].filter((name) => !i18next.hasResourceBundle(language, name));
  await Promise.all(
    missing.map(async (name) => {
      const texts = await fileOf(language, name)?.();
      const options = { silent: !late(), skipCopy: true };
      if (texts) i18next.addResourceBundle(language, name, texts.default, false, false, options);
    }),
  );
}

const follow = (language: string) => document.documentElement.setAttribute("lang", language);

export const currentLanguage = (): Language =>
  isLanguage(i18next.language) ? i18next.language : defaultLanguage;

/**
 * Speaks a language once its texts are there, if it is still wanted then; keeps the one before when
 * they do not come.
 */
async function speak(language: Language): Promise<void> {
  await loadTexts(language);
  const isWanted = useWantedLanguage.getState().language === language;
  if (isWanted) await i18next.changeLanguage(language);
}

/** Sets up the texts, in the language remembered. Call once, after `platform.load()`. */
export async function startI18n(): Promise<void> {
  i18next.on("languageChanged", follow);
  await i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    supportedLngs: languages,
    defaultNS: "common",
    resources: { en: { common, titles } },
    interpolation: {
      escapeValue: false,
      defaultVariables: { name: brand.name, owner: brand.owner, email: brand.contactEmail },
    },
    react: { useSuspense: false, bindI18nStore: "added" },
  });
  startWantedLanguage();
  const { language } = useWantedLanguage.getState();
  useWantedLanguage.subscribe(({ language: wantedNow }) => {
    if (wantedNow !== currentLanguage()) void speak(wantedNow).catch(() => {});
  });
  let isShown = false;
  const english = loadTexts(defaultLanguage, wanted, () => isShown);
  // Without its chunk the interface speaks English rather than not at all, and not for ever.
  const patience = new Promise((resolve) => setTimeout(resolve, longestWait));
  await Promise.race([Promise.allSettled([english, speak(language)]), patience]);
  isShown = true;
}

/**
 * Texts of a page, loaded together with its code: in the language spoken, and in English, which
 * stands in key by key. Rejects when they do not come.
 */
export async function loadNamespaces(namespaces: readonly string[]): Promise<void> {
  for (const name of namespaces) wanted.add(name);
  const both = new Set([defaultLanguage, currentLanguage()]);
  // What did not come at the start is fetched too, and not waited for: it may be the footer's alone.
  for (const language of both) {
    void loadTexts(language, everywhere, () => true).catch(() => {});
  }
  await Promise.all([...both].map((language) => loadTexts(language, namespaces)));
}
