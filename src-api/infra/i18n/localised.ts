import type { Language } from "../../../src-shared/languages.ts";
import type { Localised } from "../database/columns.ts";

/** Returns a text in a language, or in English if it is not translated. */
export const localised = (text: Localised, language: Language): string => text[language] ?? text.en;
