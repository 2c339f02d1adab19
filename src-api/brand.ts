import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import demoBrand from "#resources/brand/brand.json" with { type: "json" };
import enBrand from "#resources/brand/en.json" with { type: "json" };
import { hasFolder } from "./infra/folders.ts";
import {
  brandSchema,
  legalDocuments,
  schemaLike,
  type Brand,
  type LegalDocument,
  type PublicBrand,
} from "#shared/brand.ts";
import { languages, type Language } from "#shared/languages.ts";

/** The brand of the demo. Every other one has the same files, and the same texts in its own words. */
export const defaultBrandDir = fileURLToPath(new URL("../resources/brand", import.meta.url));

/** Returns the absolute path of the folder of the brand. */
export const brandDirOf = ({ BRAND_DIR }: { BRAND_DIR?: string | undefined }): string =>
  BRAND_DIR ? resolve(BRAND_DIR) : defaultBrandDir;

/** Logo and icons, by the name of the file and of its address. */
const pictureTypes = {
  "logo-mark.svg": "image/svg+xml",
  "logo-mark-on-dark.svg": "image/svg+xml",
  "favicon.svg": "image/svg+xml",
  "favicon-32.png": "image/png",
  "apple-touch-icon.png": "image/png",
  "icon-192.png": "image/png",
  "icon-512.png": "image/png",
  "icon-rounded-192.png": "image/png",
  "icon-rounded-512.png": "image/png",
  "og.png": "image/png",
} as const;

export type BrandPictureName = keyof typeof pictureTypes;
export const brandPictureNames = Object.keys(pictureTypes) as BrandPictureName[]; // of a constant

type BrandPicture = { bytes: Buffer; type: string; hash: string };

/** The brand with all that is shown of it. */
export type InstalledBrand = Brand & {
  /** Sentences in each language. */
  texts: Record<Language, typeof enBrand>;
  /** Markdown with its placeholders filled in. */
  legal: Record<LegalDocument, Record<Language, string>>;
  pictures: Record<BrandPictureName, BrandPicture>;
};

/** Returns the path of a picture of the brand that may be kept for ever: it changes with the picture. */
export const brandPicturePath = ({ pictures }: InstalledBrand, name: BrandPictureName): string =>
  `/brand/${pictures[name].hash}/${name}`;

/** Returns what the interface needs of a brand, with its sentences in the given languages. */
export function publicBrand(
  brand: InstalledBrand,
  textsIn: readonly Language[] = languages,
): PublicBrand {
  const { texts, legal: _legal, pictures: _pictures, ...facts } = brand;
  return {
    ...facts,
    texts: Object.fromEntries(textsIn.map((language) => [language, texts[language]])),
    logos: {
      onLight: brandPicturePath(brand, "logo-mark.svg"),
      onDark: brandPicturePath(brand, "logo-mark-on-dark.svg"),
    },
  };
}

/** A file of the brand that is missing or cannot be used; the message names the file and its fields. */
export class BrandError extends Error {
  override name = "BrandError";
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
export const readBrandFile = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new BrandError(
      `${file} (BRAND_DIR) cannot be read (${error.code}). It has to be a file that this user may read.`,
    );
  });

/** Returns a text with {{name}}, {{owner}} and {{email}} filled in. */
function filledIn(text: string, { name, owner, contactEmail }: Brand): string {
  const values: Record<string, string> = { name, owner, email: contactEmail };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (found, key: string) => values[key] ?? found);
}

async function readPicture(brandDir: string, name: BrandPictureName): Promise<BrandPicture> {
  const folder = name.startsWith("logo") ? brandDir : join(brandDir, "icons");
  const bytes = await readBrandFile(join(folder, name));
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  return { bytes, type: pictureTypes[name], hash };
}

/** Returns an object with a value for each key. */
async function forEach<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Promise<Value>,
): Promise<Record<Key, Value>> {
  const entries = await Promise.all(keys.map(async (key) => [key, await valueOf(key)]));
  return Object.fromEntries(entries) as Record<Key, Value>; // of all keys
}

const textOf = async (brandDir: string, name: string): Promise<string> =>
  (await readBrandFile(join(brandDir, name))).toString();

/** Reads the legal texts in a folder, and fills in name and seller of a brand. */
const readLegal = (brandDir: string, brand: Brand): Promise<InstalledBrand["legal"]> =>
  forEach(legalDocuments, (document) =>
    forEach(languages, async (language) =>
      filledIn(await textOf(brandDir, `legal/${document}.${language}.md`), brand),
    ),
  );

/** Returns the demo's legal texts with name and seller of a brand: what an owner has who has changed nothing of them. */
export const demoLegalTexts = (brand: Brand) => readLegal(defaultBrandDir, brand);

/** Returns whether receipts would name the demo's seller. */
export const hasDemoSeller = ({ owner, address }: Pick<Brand, "owner" | "address">): boolean =>
  owner === demoBrand.owner || address === demoBrand.address;

/** Reads a brand. Rejects with a BrandError, or a FolderError. */
export async function readBrand(brandDir: string): Promise<InstalledBrand> {
  await requireFiles(brandDir);
  const parsed = async <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
    parseBrandFile(join(brandDir, name), await textOf(brandDir, name), schema);
  const brand = await parsed("brand.json", brandSchema);
  return {
    ...brand,
    texts: await forEach(languages, (language) => parsed(`${language}.json`, textsSchema)),
    legal: await readLegal(brandDir, brand),
    pictures: await forEach(brandPictureNames, (name) => readPicture(brandDir, name)),
  };
}
