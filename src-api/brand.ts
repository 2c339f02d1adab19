import { readFile } from "node:fs/promises";
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

/** Reads the brand of this installation. Throws when `brand.json` does not parse. */
export async function readBrand(): Promise<Brand> {
  return brandSchema.parse(JSON.parse(await readFile(new URL("brand.json", brandFolder), "utf8")));
}
