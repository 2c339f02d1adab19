/** Languages of the interface; the first is the default and the fallback (specification, section 9). */
export const languages = ["en", "pl"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage = "en" as const satisfies Language;

/** What formats and previews need to know of each language. */
export const languageFacts: Record<Language, { locale: string; openGraph: string }> = {
  /** English dates are British ones: "21 November 2026". */
  en: { locale: "en-GB", openGraph: "en_GB" },
  pl: { locale: "pl-PL", openGraph: "pl_PL" },
};

/** Query parameter of an address that names a language. */
export const languageParameter = "lang";

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** Returns the locale for dates and numbers in a language; the default's for any other text. */
export const localeOf = (language: string): string =>
  languageFacts[isLanguage(language) ? language : defaultLanguage].locale;

/** Returns the address of a page in a language; the default language has no parameter. */
export const localisedPath = (path: string, language: Language): string =>
  language === defaultLanguage ? path : `${path}?${languageParameter}=${language}`;
