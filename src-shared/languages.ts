/** Languages of the interface; the first is the default and the fallback (specification, section 9). */
export const languages = ["en", "pl"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage = "en" as const satisfies Language;

/** What formats and previews need to know of each language. */
export const languageFacts: Record<
  Language,
  {
    locale: string;
    openGraph: string;
    /** Whether it has all texts of `locales/en`; where it has not, the English ones are loaded as well (`npm run check:texts`). */
    isComplete: boolean;
  }
> = {
  /** English dates are British ones: "21 November 2026". */
  en: { locale: "en-GB", openGraph: "en_GB", isComplete: true },
  pl: { locale: "pl-PL", openGraph: "pl_PL", isComplete: true },
};

/** Query parameter of an address that names a language. */
export const languageParameter = "lang";

/** The languages of a portal (`brand.languages`): some of those above, its default first. They change while it runs. */
export type PortalLanguages = readonly [Language, ...Language[]];

/** Returns a language if the portal has it, else the portal's default. */
export const servedLanguage = (portal: PortalLanguages, wanted: unknown): Language =>
  portal.find((language) => language === wanted) ?? portal[0];

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** Returns the locale for dates and numbers in a language; the default's for any other text. */
export const localeOf = (language: string): string =>
  languageFacts[isLanguage(language) ? language : defaultLanguage].locale;

/** Returns the address of a page in a language; the portal's default has no parameter. */
export const localisedPath = (
  path: string,
  language: Language,
  portal: PortalLanguages = languages,
): string => (language === portal[0] ? path : `${path}?${languageParameter}=${language}`);
