import { defaultLanguage, languageParameter, type Language } from "#shared/languages.ts";

/** Returns the URL of a public page in a language. URLs of English pages have no `lang` parameter. */
export const localisedUrl = (origin: string, path: string, language: Language): string =>
  `${origin}${path}${language === defaultLanguage ? "" : `?${languageParameter}=${language}`}`;
