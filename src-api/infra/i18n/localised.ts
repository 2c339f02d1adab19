import type { Language } from "../../../src-shared/languages.ts";
import type { Localised } from "../database/columns.ts";

/** A text in that language, in English where it has no translation. */
export const localised = (text: Localised, language: Language): string => text[language] ?? text.en;
