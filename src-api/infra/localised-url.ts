import { defaultLanguage, languageParameter, type Language } from "#shared/languages.ts";

/** Returns the address of a public page in a language; English is the address without `lang`. */
export const localisedUrl = (origin: string, path: string, language: Language): string =>
  `${origin}${path}${language === defaultLanguage ? "" : `?${languageParameter}=${language}`}`;
