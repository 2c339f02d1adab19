import * as z from "zod/mini";
import { fieldIn, fieldsOf, missingTexts, type FieldIn } from "#shared/api/fields.ts";
import type { Brand } from "#shared/brand.ts";
import { languages, leadLanguage, standInLanguage, type Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Localised } from "#api/infra/database/columns.ts";

/** Returns a text in a language; where it has no translation, in English, else in the first language of the portal if that is given, else in another one. */
export const localised = (
  text: Localised,
  language: Language,
  portal: readonly Language[] = [],
): string => text[language] ?? text[standInLanguage(text, portal)] ?? "";

/** Returns a text of what was written, in the languages in which it is not "". */
export function localisedOf<Text extends string>(
  written: Readonly<Record<FieldIn<Text>, string>>,
  text: Text,
): Localised {
  const textIn = (language: Language) => written[fieldIn(text, language)];
  const translated = languages.filter((language) => textIn(language) !== "");
  return Object.fromEntries(translated.map((language) => [language, textIn(language)]));
}

/** Returns the fields of a text as it was written: "" where there is no translation. */
export const writtenFields = <Text extends string>(text: Text, stored: Localised) =>
  fieldsOf(text, (language) => stored[language] ?? "");

/** Throws 400 that names the fields. */
export function refuseMissing(fields: readonly string[]): void {
  if (fields.length === 0) return;
  throw new ApiError("validation", {
    fields: Object.fromEntries(fields.map((field) => [field, "forms:required" as const])),
  });
}

/** Throws 400 that names the texts that are missing in the language that none of the portal may lack. */
export const requireTexts = <Text extends string>(
  written: Readonly<Partial<Record<FieldIn<Text>, string>>>,
  texts: readonly Text[],
  { languages: portal }: Pick<Brand, "languages">,
): void => refuseMissing(missingTexts(written, texts, leadLanguage(portal)));

/** Returns the schema of a text in at least one language. */
export const localisedSchema = (text: z.ZodMiniType<string>): z.ZodMiniType<Localised> =>
  z
    .partialRecord(z.enum(languages), text)
    .check(z.refine((texts) => Object.keys(texts).length > 0, { error: "has no text" }));
