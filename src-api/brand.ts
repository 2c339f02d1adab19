import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import enBrand from "#resources/brand/en.json" with { type: "json" };
import { hasFolder } from "./infra/folders.ts";
import { brandSchema, type Brand } from "#shared/brand.ts";
import { languages, type Language } from "#shared/languages.ts";

/** The brand of the demo. Every other one has the same files, and the same texts in its own words. */
export const defaultBrandDir = fileURLToPath(new URL("../resources/brand", import.meta.url));

/** Returns the absolute path of the folder of the brand. */
export const brandDirOf = ({ BRAND_DIR }: { BRAND_DIR?: string | undefined }): string =>
  BRAND_DIR ? resolve(BRAND_DIR) : defaultBrandDir;

/** The brand with its sentences in each language. */
export type InstalledBrand = Brand & { texts: Record<Language, typeof enBrand> };

/** A file of the brand that is missing or cannot be used; the message names the file and its fields. */
export class BrandError extends Error {
  override name = "BrandError";
}

/** Returns a schema of values of the same shape: lists of any length, and texts that are not empty. */
function schemaLike(sample: unknown): z.ZodMiniType {
  if (Array.isArray(sample)) return z.array(schemaLike(sample[0]));
  if (typeof sample === "object" && sample !== null) {
    const fields = Object.entries(sample).map(([key, value]) => [key, schemaLike(value)]);
    return z.strictObject(Object.fromEntries(fields));
  }
  const error = "has to be a text";
  return z.string({ error }).check(z.regex(/\S/, { error }));
}

const textsSchema = schemaLike(enBrand) as z.ZodMiniType<typeof enBrand>; // made from it

/** Parses the text of a file of a brand. Throws a BrandError that names the file, and every field that is wrong. */
export function parseBrandFile<Schema extends z.ZodMiniType>(
  file: string,
  source: string,
  schema: Schema,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(source.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new BrandError(`${file} is not JSON: ${String(error)}.`);
  }
  const parsed = schema.safeParse(value, { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    [path.join("."), message].filter(Boolean).join(": "),
  );
  throw new BrandError([`${file}:`, ...new Set(problems)].join("\n  "));
}

/** Rejects with a FolderError, or with a BrandError that names what a brand lacks of the default one; `extras` is up to the catalogue. */
async function requireFiles(brandDir: string): Promise<void> {
  const wayOut = `Begin with a copy of ${defaultBrandDir}, or remove BRAND_DIR: the demo's brand is used then.`;
  const folder = { setting: "BRAND_DIR", path: brandDir, isWritten: false, wayOut } as const;
  if (!(await hasFolder(folder))) {
    throw new BrandError(`There is no folder ${brandDir} (BRAND_DIR). ${wayOut}`);
  }
  const entries = await readdir(defaultBrandDir, { recursive: true, withFileTypes: true });
  const missing = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => relative(defaultBrandDir, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith("extras") && !existsSync(join(brandDir, file)));
  if (missing.length === 0) return;
  throw new BrandError(
    [
      `The folder of the brand (BRAND_DIR) needs every file that ${defaultBrandDir} has. It lacks:`,
      ...missing.toSorted().map((file) => join(brandDir, file)),
    ].join("\n  "),
  );
}

/** Reads a file of a brand. Rejects with a BrandError. */
export const readBrandFile = (file: string): Promise<string> =>
  readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new BrandError(
      `${file} (BRAND_DIR) cannot be read (${error.code}). It has to be a file that this user may read.`,
    );
  });

/** Reads a brand. Rejects with a BrandError, or a FolderError. */
export async function readBrand(brandDir: string): Promise<InstalledBrand> {
  await requireFiles(brandDir);
  const read = async <Schema extends z.ZodMiniType>(name: string, schema: Schema) => {
    const file = join(brandDir, name);
    return parseBrandFile(file, await readBrandFile(file), schema);
  };
  const brand = await read("brand.json", brandSchema);
  const texts = await Promise.all(
    languages.map(async (language) => [language, await read(`${language}.json`, textsSchema)]),
  );
  return { ...brand, texts: Object.fromEntries(texts) };
}
