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
  usualLanguages,
  withSeller,
  type Brand,
  type LegalDocument,
  type PublicBrand,
} from "#shared/brand.ts";
import { defaultLanguage, languages, servedLanguage, type Language } from "#shared/languages.ts";

/** The brand of the demo. Every other one has the same files, and the same texts in its own words. */
export const defaultBrandDir = fileURLToPath(new URL("../resources/brand", import.meta.url));

/** Returns whether a folder of the owner's (`BRAND_DIR`) has the brand: the database has no say in it then. */
export const isInFolder = ({ brandDir }: { brandDir: string }): boolean =>
  brandDir !== defaultBrandDir;

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

/** Returns a picture of the brand as it is served. */
export const brandPicture = (name: BrandPictureName, bytes: Buffer): BrandPicture => ({
  bytes,
  type: pictureTypes[name],
  hash: createHash("sha256").update(bytes).digest("base64url").slice(0, 16),
});

/** The brand with all that is shown of it. */
export type InstalledBrand = Brand & {
  /** Sentences in each language; those of the default one stand in for a language that the portal does not have. */
  texts: Record<Language, typeof enBrand>;
  /** Markdown, with its placeholders filled in wherever it is shown (`legalTextOf`). */
  legal: Record<LegalDocument, Record<Language, string>>;
  pictures: Record<BrandPictureName, BrandPicture>;
};

/** Returns the path of a picture of the brand that may be kept for ever: it changes with the picture. */
export const brandPicturePath = ({ pictures }: InstalledBrand, name: BrandPictureName): string =>
  `/brand/${pictures[name].hash}/${name}`;

/** Returns what `brand.json` has of a brand. */
export function factsOf({ texts: _t, legal: _l, pictures: _p, ...facts }: InstalledBrand): Brand {
  return facts;
}

/** Returns what the interface needs of a brand, with its sentences in the given languages. */
export function publicBrand(
  brand: InstalledBrand,
  textsIn: readonly Language[] = brand.languages,
): PublicBrand {
  return {
    ...factsOf(brand),
    texts: Object.fromEntries(textsIn.map((language) => [language, brand.texts[language]])),
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

export const textsSchema = schemaLike(enBrand) as z.ZodMiniType<typeof enBrand>; // made from it

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
    throw new BrandError(`${file} (BRAND_DIR) is not JSON: ${String(error)}.`);
  }
  const parsed = schema.safeParse(value, { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    [path.join("."), message].filter(Boolean).join(": "),
  );
  throw new BrandError([`${file} (BRAND_DIR):`, ...new Set(problems)].join("\n  "));
}

/** Rejects with a FolderError, or with a BrandError, unless there is such a folder. */
async function requireFolder(brandDir: string): Promise<void> {
  const wayOut = `Begin with a copy of ${defaultBrandDir}, or remove BRAND_DIR: the demo's brand is used then.`;
  const folder = { setting: "BRAND_DIR", path: brandDir, isWritten: false, wayOut } as const;
  if (!(await hasFolder(folder))) {
    throw new BrandError(`There is no folder ${brandDir} (BRAND_DIR). ${wayOut}`);
  }
}

/** Rejects with a BrandError that names what a brand lacks of the default one, in its languages; `extras` is up to the catalogue. */
async function requireFiles(brandDir: string, portal: readonly Language[]): Promise<void> {
  const ofLanguage = new RegExp(`(^|[./])(${languages.join("|")})(?=\\.(json|md)$)`);
  const inPortal = (file: string) => {
    const [, before, language] = ofLanguage.exec(file) ?? [];
    if (language === undefined) return [file];
    if (language !== defaultLanguage) return [];
    return portal.map((own) => file.replace(ofLanguage, `${before}${own}`));
  };
  const entries = await readdir(defaultBrandDir, { recursive: true, withFileTypes: true });
  const missing = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => relative(defaultBrandDir, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith("extras"))
    .flatMap(inPortal)
    .filter((file) => !existsSync(join(brandDir, file)));
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

/** Returns a legal text as it is shown. */
export const legalTextOf = (
  brand: InstalledBrand,
  document: LegalDocument,
  language: Language,
): string => withSeller(brand.legal[document][language], brand);

/** Returns the path of a picture in the folder of a brand. */
export const picturePath = (name: BrandPictureName): string =>
  name.startsWith("logo") ? name : join("icons", name);

const readPicture = async (brandDir: string, name: BrandPictureName): Promise<BrandPicture> =>
  brandPicture(name, await readBrandFile(join(brandDir, picturePath(name))));

/** Returns an object with a value for each key. */
async function forEach<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Promise<Value>,
): Promise<Record<Key, Value>> {
  const entries = await Promise.all(keys.map(async (key) => [key, await valueOf(key)]));
  return Object.fromEntries(entries) as Record<Key, Value>; // of all keys
}

/** Returns whether receipts would name the demo's seller. */
export const hasDemoSeller = ({ owner, address }: Pick<Brand, "owner" | "address">): boolean =>
  owner === demoBrand.owner || address === demoBrand.address;

/** Reads a brand. Rejects with a BrandError, or a FolderError. */
export async function readBrand(brandDir: string): Promise<InstalledBrand> {
  await requireFolder(brandDir);
  const text = async (name: string) => (await readBrandFile(join(brandDir, name))).toString();
  const parsed = async <Schema extends z.ZodMiniType>(name: string, schema: Schema) =>
    parseBrandFile(join(brandDir, name), await text(name), schema);
  const facts = () => parsed("brand.json", brandSchema);
  // The languages say what the brand needs. A missing brand.json is named with the other files.
  const isThere = existsSync(join(brandDir, "brand.json"));
  await requireFiles(brandDir, isThere ? (await facts()).languages : usualLanguages());
  const brand = await facts();
  const inLanguage = (language: Language) => servedLanguage(brand.languages, language);
  const legalText = async (document: LegalDocument, language: Language) =>
    text(`legal/${document}.${language}.md`);
  return {
    ...brand,
    texts: await forEach(languages, (language) =>
      parsed(`${inLanguage(language)}.json`, textsSchema),
    ),
    legal: await forEach(legalDocuments, (document) =>
      forEach(languages, (language) => legalText(document, inLanguage(language))),
    ),
    pictures: await forEach(brandPictureNames, (name) => readPicture(brandDir, name)),
  };
}
