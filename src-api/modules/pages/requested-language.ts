import {
  defaultLanguage,
  isLanguage,
  languageParameter,
  type Language,
} from "#shared/languages.ts";

/** Returns the language that an address asks for, or the default. */
export const requestedLanguage = (url: string): Language => {
  const [, query] = url.split("?", 2);
  if (!query) return defaultLanguage;
  const lang = new URLSearchParams(query).get(languageParameter);
  return isLanguage(lang) ? lang : defaultLanguage;
};
