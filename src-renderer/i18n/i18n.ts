import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import common from "../../locales/en/common.json";
import titles from "../../locales/en/titles.json";
import brand from "../../resources/brand/brand.json";
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languages,
} from "../../src-shared/languages.ts";
import { textFiles } from "./text-files.ts";
import { startWantedLanguage, useWantedLanguage } from "./wanted-language.ts";

/** ms that the first paint waits for texts; later ones are shown when they arrive. */
const longestWait = 4_000;

const fileOf = (language: Language, namespace: string) =>
  namespace === "brand"
    ? textFiles[`../../resources/brand/${language}.json`]
    : textFiles[`../../locales/${language}/${namespace}.json`];

/** Namespaces that every page needs. */
const everywhere = ["common", "titles", "brand"];

/** Namespaces that some page has loaded: a change of language loads them too. */
const wanted = new Set(everywhere);

/**
 * Loads the missing namespaces of a language. Rejects if a chunk fails to load. If `late` returns
 * true, everything on screen is rendered again for each namespace; otherwise the page waits for it.
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
 * Switches to a language once its texts are loaded, if it is still wanted then. Keeps the previous
 * one if they fail to load.
 */
async function switchTo(language: Language): Promise<void> {
  await loadTexts(language);
  const isWanted = useWantedLanguage.getState().language === language;
  if (isWanted) await i18next.changeLanguage(language);
}

/** Starts i18next in English, without the texts that are loaded when they are needed. */
export async function startTexts(): Promise<void> {
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
}

/** Switches to a language, with all texts that any page has needed so far. For the server. */
export async function showTexts(language: Language): Promise<void> {
  await Promise.all([loadTexts(defaultLanguage), loadTexts(language)]);
  await i18next.changeLanguage(language);
}

/**
 * Starts i18next in the remembered language. Call once, after `platform.load()`. If texts take too long, it
 * resolves before they arrive, unless the page `isServed`: it has them already, and is taken over with the same.
 */
export async function startI18n({ isServed = false } = {}): Promise<void> {
  i18next.on("languageChanged", follow);
  await startTexts();
  startWantedLanguage();
  const { language } = useWantedLanguage.getState();
  useWantedLanguage.subscribe(({ language: wantedNow }) => {
    if (wantedNow !== currentLanguage()) void switchTo(wantedNow).catch(() => {});
  });
  let isShown = false;
  const english = loadTexts(defaultLanguage, wanted, () => isShown);
  const texts = Promise.allSettled([english, switchTo(language)]);
  // If texts take too long, the interface starts in English until they arrive.
  const patience = new Promise((resolve) => setTimeout(resolve, longestWait));
  await (isServed ? texts : Promise.race([texts, patience]));
  isShown = true;
}

/**
 * Loads the texts of a page, in the current language and in English as the fallback per key. Rejects
 * if they fail to load.
 */
export async function loadNamespaces(namespaces: readonly string[]): Promise<void> {
  for (const name of namespaces) wanted.add(name);
  const both = new Set([defaultLanguage, currentLanguage()]);
  // Retries namespaces that failed at the start, without waiting: the page may not need them.
  for (const language of both) {
    void loadTexts(language, everywhere, () => true).catch(() => {});
  }
  await Promise.all([...both].map((language) => loadTexts(language, namespaces)));
}

/**
 * Returns a list of texts from `t(key, { returnObjects: true })`. Without its file i18next returns the
 * key instead of a list; then the result is empty.
 */
export const textList = <T>(texts: readonly T[]): readonly T[] =>
  Array.isArray(texts) ? texts : [];
