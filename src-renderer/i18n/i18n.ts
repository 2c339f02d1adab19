import i18next, { type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import * as z from "zod/mini";
import { brand } from "#renderer/platform/brand.ts";
import { brandPath } from "#shared/brand-page.ts";
import {
  defaultLanguage,
  isLanguage,
  languageFacts,
  languages,
  type Language,
} from "#shared/languages.ts";
import { backOffMs, jittered } from "#shared/back-off.ts";
import { describeTexts, type Audience } from "./audiences.ts";
import { withGoodLineEnds } from "./line-ends.ts";
import { startWantedLanguage, useWantedLanguage } from "./wanted-language.ts";

type TextFile = { default: ResourceKey };

/** The texts of the interface, without those of the API. */
const textFiles = Object.entries(
  import.meta.glob<TextFile>([
    "../../locales/*/*.json",
    "!../../locales/*/{api,descriptions,desktop,mail-server,mails,payment-check,payments}.json",
  ]),
);

const brandTextsSchema = z.object({
  texts: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Asks for the sentences of the brand in a language that the document does not bring. */
async function fetchBrandTexts(language: Language) {
  const answer = await fetch(`/api${brandPath}`);
  const { [language]: texts } = brandTextsSchema.parse(await answer.json()).texts;
  if (!texts) throw new Error(`The brand has no sentences in ${language}.`);
  return texts;
}

const addTexts = (language: Language, namespace: string, content: ResourceKey) =>
  i18next.addResourceBundle(language, namespace, withGoodLineEnds(language, content), false, true, {
    silent: true,
    skipCopy: true,
  });

/** Adds the sentences of the brand in a language. On the server they are those of the page under way. */
async function loadBrandTexts(language: Language): Promise<void> {
  const { [language]: own } = brand.texts;
  if (!own && i18next.hasResourceBundle(language, "brand")) return;
  addTexts(
    language,
    "brand",
    own ?? (await fetchBrandTexts(language).catch(() => fetchBrandTexts(language))),
  );
}

/** ms between attempts to load the texts without which nothing can be shown. */
const retryAfter = { firstMs: 1_000, maxMs: 15_000 };

/** Whose texts this window needs: a change of language loads the same. */
const audiences = new Set<Audience>(["visitors"]);

type Texts = NonNullable<ReturnType<typeof describeTexts>>;

/** Loads the missing ones of some texts of a language. Rejects if they fail to load twice. */
const loadFiles = (language: Language, isWanted: (texts: Texts) => boolean) =>
  Promise.all(
    textFiles.map(async ([path, load]) => {
      const texts = describeTexts(path);
      if (texts?.language !== language || !isWanted(texts)) return;
      if (i18next.hasResourceBundle(language, texts.namespace)) return;
      const { default: content } = await load().catch(load);
      addTexts(language, texts.namespace, content);
    }),
  );

/** Loads the missing texts of a language, and those that stand in where it is not complete. Rejects if they fail to load twice. */
async function loadTexts(language: Language): Promise<void> {
  const { isComplete } = languageFacts[language];
  await Promise.all([
    // The brand is complete in every language of the portal, and has no sentences in others.
    loadBrandTexts(language),
    ...(isComplete ? [language] : [language, defaultLanguage]).map((one) =>
      loadFiles(one, ({ audience }) => audiences.has(audience)),
    ),
  ]);
}

/** Loads the texts in which a language is offered. Returns false where its folder lacks them. */
export async function loadOffer(language: Language): Promise<boolean> {
  await loadFiles(language, ({ namespace }) => namespace === "common");
  return i18next.getResource(language, "common", "languageOffer.read") !== undefined;
}

const follow = (language: string) => document.documentElement.setAttribute("lang", language);

export const currentLanguage = (): Language =>
  isLanguage(i18next.language) ? i18next.language : defaultLanguage;

let isStarted = false;

/** Returns the language that the API is asked in: at the start the one whose texts are loading. */
export const requestedLanguage = (): Language =>
  isStarted ? currentLanguage() : useWantedLanguage.getState().language;

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: defaultLanguage,
    // Loaded for languages that are not complete; the others have all texts (tests/locales.test.ts).
    fallbackLng: defaultLanguage,
    supportedLngs: languages,
    defaultNS: "common",
    resources: {},
    interpolation: {
      escapeValue: false,
      // Read for each text: on the server the brand may change.
      defaultVariables: {
        get name() {
          return brand.name;
        },
        get owner() {
          return brand.owner;
        },
        get email() {
          return brand.contactEmail;
        },
      },
    },
    react: { useSuspense: false },
  });
}

export async function showTexts(language: Language): Promise<void> {
  await loadTexts(language);
  await i18next.changeLanguage(language);
}

/** The same, if it is still wanted then. Keeps the previous language if the texts fail to load. */
async function switchTo(language: Language): Promise<void> {
  await loadTexts(language);
  const isWanted = useWantedLanguage.getState().language === language;
  if (isWanted) await i18next.changeLanguage(language);
}

/** Shows the wanted language, or the default one if its texts fail to load, and tries again until either has come. */
async function showFirstTexts(): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    const { language } = useWantedLanguage.getState();
    try {
      return await showTexts(language).catch(() => showTexts(brand.languages[0]));
    } catch {
      // Without a connection, or while the server restarts.
    }
    const ms = jittered(backOffMs(retryAfter, failures));
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

/** Starts i18next in the remembered language, or the default one if that fails. Call once, after `platform.load()`. */
export async function startI18n(): Promise<void> {
  i18next.on("languageChanged", follow);
  startWantedLanguage();
  await startTexts();
  useWantedLanguage.subscribe(({ language }) => {
    if (language !== currentLanguage()) void switchTo(language).catch(() => {});
  });
  await showFirstTexts();
  isStarted = true;
}

/** Loads the texts of members and admins, also in a language to be switched to. Rejects if that fails. */
export async function loadMemberTexts(): Promise<void> {
  audiences.add("members");
  const wanted = useWantedLanguage.getState().language;
  await Promise.all([...new Set([currentLanguage(), wanted])].map(loadTexts));
}
