import * as z from "zod/mini";
import { defaultLanguage, languages, type Language } from "#shared/languages.ts";
import type { Localised } from "#api/infra/database/columns.ts";

/** Returns a text in a language, in English if it has no translation. */
export const localised = (text: Localised, language: Language): string =>
  text[language] ?? text[defaultLanguage];

/** Returns a text in the languages in which it was written: "" where there is no Polish one. */
export const localisedOf = (en: string, pl: string): Localised => (pl === "" ? { en } : { en, pl });

/** Returns the schema of a text in each language, of which only the default one is required. */
export const localisedSchema = (text: z.ZodMiniType<string>): z.ZodMiniType<Localised> =>
  // Object.fromEntries loses the keys
  z.strictObject(
    Object.fromEntries(
      languages.map((language) => [
        language,
        language === defaultLanguage ? text : z.optional(text),
      ]),
    ),
  ) as unknown as z.ZodMiniType<Localised>;
