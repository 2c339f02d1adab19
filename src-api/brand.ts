import { readFile } from "node:fs/promises";
import { brandSchema, type Brand } from "../src-shared/brand.ts";

export const brandFolder = new URL("../resources/brand/", import.meta.url);

/** Reads the brand of this installation. Throws when `brand.json` does not parse. */
export async function readBrand(): Promise<Brand> {
  return brandSchema.parse(JSON.parse(await readFile(new URL("brand.json", brandFolder), "utf8")));
}
