import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import enBrand from "../resources/brand/en.json" with { type: "json" };
import plBrand from "../resources/brand/pl.json" with { type: "json" };
import { brandSchema, type Brand } from "../src-shared/brand.ts";
import type { Language } from "../src-shared/languages.ts";

export const brandFolder = new URL("../resources/brand/", import.meta.url);

/** Sentences of the brand that the head of a page repeats: what the product is about, and the questions of home. */
type BrandTexts = {
  home: { title: string; description: string };
  hero: { headline: string };
  questions: { question: string; answer: string }[];
};

export const brandTexts: Record<Language, BrandTexts> = { en: enBrand, pl: plBrand };

/** A file of the brand that cannot be used; the message names the file and its fields. */
export class BrandError extends Error {
  override name = "BrandError";
}

/**
 * Parses the text of a file in `resources/brand`. Throws a BrandError that names the file, and every field that is
 * wrong.
 */
export function parseBrandFile<Schema extends z.ZodMiniType>(
  name: string,
  source: string,
  schema: Schema,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw new BrandError(`resources/brand/${name} is not JSON: ${String(error)}.`);
  }
  const parsed = schema.safeParse(value, { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    [path.join("."), message].filter(Boolean).join(": "),
  );
  throw new BrandError([`resources/brand/${name}:`, ...problems].join("\n  "));
}

/** Reads the brand of this installation. Rejects with a BrandError. */
export async function readBrand(): Promise<Brand> {
  const source = await readFile(new URL("brand.json", brandFolder), "utf8");
  return parseBrandFile("brand.json", source, brandSchema);
}

let terms: Promise<string> | null = null;

/** Returns the version of the terms in force, which is the day they came into force. */
export const termsVersion = (): Promise<string> =>
  (terms ??= readBrand().then(({ legalVersions }) => legalVersions.terms));
