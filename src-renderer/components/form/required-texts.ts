import type * as z from "zod/mini";
import { message } from "#shared/api/fields.ts";
import type { Language } from "#shared/languages.ts";
import { firstLanguage } from "#renderer/platform/brand.ts";

/**
 * Returns a schema that also refuses what lacks a text in the language that no text of the portal may lack.
 *
 * @param missing returns the paths of the fields that are empty in a language, such as `nameEn`
 */
export const requiringTexts = <Schema extends z.ZodMiniType>(
  schema: Schema,
  missing: (values: z.output<Schema>, language: Language) => readonly string[],
): Schema =>
  schema.check(({ value, issues }) => {
    for (const field of missing(value, firstLanguage()))
      issues.push({
        code: "custom",
        message: message.required,
        path: field.split("."),
        input: value,
      });
  });
