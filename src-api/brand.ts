import { readFile } from "node:fs/promises";
import enBrand from "../resources/brand/en.json" with { type: "json" };
import plBrand from "../resources/brand/pl.json" with { type: "json" };
import { brandSchema, type Brand } from "../src-shared/brand.ts";
import type { Language } from "../src-shared/languages.ts";

export const brandFolder = new URL("../resources/brand/", import.meta.url);

/** Title and description of the home page: what the product is about, in the words of the brand. */
export const homeTexts: Record<Language, { title: string; description: string }> = {
  en: enBrand.home,
  pl: plBrand.home,
};

/** Reads the brand of this installation. Throws when `brand.json` does not parse. */
export async function readBrand(): Promise<Brand> {
  return brandSchema.parse(JSON.parse(await readFile(new URL("brand.json", brandFolder), "utf8")));
}
