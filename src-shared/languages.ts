/** Languages of the interface; the first is the default and the fallback (specification, section 9). */
export const languages = ["en", "pl"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage = "en" as const satisfies Language;

/** Name of the parameter in an address's query that names a language. */
export const languageParameter = "lang";

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);
