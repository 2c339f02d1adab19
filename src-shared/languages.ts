/** Languages of the interface; the first is the default and the fallback (specification, section 9). */
export const languages = ["en", "pl"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

/** Query parameter of an address that names a language. */
export const languageParameter = "lang";

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);
