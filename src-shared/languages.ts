/**
 * Languages of the interface: one is a line here and a folder of texts in `locales` (docs/development.md). English is the first: it is
 * the default (specification, section 9) and stands in where another language lacks a text.
 */
const facts = {
  /** English dates are British ones: "21 November 2026". */
  en: { locale: "en-GB", isComplete: true },
  pl: { locale: "pl-PL", isComplete: true },
} satisfies Record<string, LanguageFacts>;

type LanguageFacts = {
  /** Of dates, numbers and link previews. */
  locale: string;
  /**
   * Whether it has all texts of `locales/en` and of the brand that comes with the code. Where it has not, the English ones are loaded as
   * well (`npm run check:texts`), and a portal has it only if its settings name it.
   */
  isComplete: boolean;
};

export type Language = keyof typeof facts;

export const languages = Object.keys(facts) as unknown as readonly ["en", ...Language[]]; // the keys of a constant, in their order
export const defaultLanguage = "en" as const satisfies Language;

export const languageFacts: Readonly<Record<Language, LanguageFacts>> = facts;

/** Query parameter of an address that names a language. */
export const languageParameter = "lang";

/** The languages of a portal (`brand.languages`): some of those above, its default first. They change while it runs. */
export type PortalLanguages = readonly [Language, ...Language[]];

/** Returns a language if the portal has it, else the portal's default. */
export const servedLanguage = (portal: PortalLanguages, wanted: unknown): Language =>
  portal.find((language) => language === wanted) ?? portal[0];

/** Returns the language of the main address of what is written in some languages of a portal: the portal's default if it is among them. */
export const mainLanguage = (written: readonly Language[], portal: PortalLanguages): Language =>
  portal.find((language) => written.includes(language)) ?? portal[0];

/** Returns the language in which a portal's texts are written first, and which none may lack: English if the portal has it. */
export const leadLanguage = (portal: readonly Language[]): Language =>
  portal.find((language) => language === defaultLanguage) ?? portal[0] ?? defaultLanguage;

/** Returns the language of the text that stands in for missing ones: English, else the first one of the portal, else the first that there is. */
export const standInLanguage = (
  texts: Readonly<Partial<Record<Language, unknown>>>,
  portal: readonly Language[],
): Language =>
  [defaultLanguage, leadLanguage(portal), ...languages].find(
    (language) => texts[language] !== undefined,
  ) ?? defaultLanguage;

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** Returns the locale for dates and numbers in a language; the default's for any other text. */
export const localeOf = (language: string): string =>
  languageFacts[isLanguage(language) ? language : defaultLanguage].locale;

/** Returns the name of a language in a language: "Polish", "polski". */
export const languageName = (language: Language, inLanguage: string): string =>
  new Intl.DisplayNames(localeOf(inLanguage), { type: "language" }).of(language) ?? language;

/** The same where it stands alone: "Polski". */
export function languageTitle(language: Language, inLanguage: string): string {
  const name = languageName(language, inLanguage);
  return name.charAt(0).toLocaleUpperCase(localeOf(inLanguage)) + name.slice(1);
}

/** Returns the address of a page in a language; the portal's default has no parameter. */
export const localisedPath = (
  path: string,
  language: Language,
  portal: PortalLanguages = languages,
): string => (language === portal[0] ? path : `${path}?${languageParameter}=${language}`);
