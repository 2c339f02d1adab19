import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { contentKindSchema } from "#shared/api/library.ts";
import { languages, type Language } from "#shared/languages.ts";
import { ContentError, parseContent } from "#api/infra/content-folder/content-error.ts";
import { bodySchema } from "#api/infra/content-folder/text-rules.ts";
import { localisedSchema } from "#api/infra/i18n/localised.ts";
import {
  fileName,
  slugSchema,
  tagIdSchema,
  tagNameSchema,
  kindRules,
  newEntry,
} from "#api/modules/library/kind-rules.ts";
import type { NewEntry } from "#api/modules/library/entries/write-store.ts";

/** Part of every hash. Raise it when the same entry is to be written differently. */
const format = "1";

const fields = z.record(z.string(), z.unknown());

const tagsSchema = z.record(tagIdSchema, localisedSchema(tagNameSchema));

/** An entry as an import sends it to the database: what the portal's own folder has of it. */
export const importedEntrySchema = z.object({
  kind: contentKindSchema,
  slug: slugSchema,
  metadata: fields,
  texts: z.array(z.object({ language: z.enum(languages), front: fields, body: z.string() })),
  tags: tagsSchema,
  /** Names of its files in the store of media, by their names beside `entry.json`. */
  files: z.record(fileName, z.string().check(z.regex(/^[0-9a-f]{64}\.[a-z0-9]+$/))),
});

export type ImportedEntry = z.infer<typeof importedEntrySchema>;

/** Returns where a field stands: "posts/first.md:3". */
export type Place = (field: string) => string;

/** Where the parts of an entry stand. */
export type Places = { metadata: Place; texts: Partial<Record<Language, Place>> };

/** Parses fields. Throws a ContentError that names the place of the first wrong one. */
function parseFields<T>(place: Place, schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return parseContent(place(String(parsed.error.issues[0]?.path[0] ?? "")), schema, value);
}

/** Returns whether a value contains a text that PostgreSQL cannot store: with NUL or half a character. */
function isUnstorable(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some((pair) => pair.some(isUnstorable));
}

/** Throws a ContentError if a field has a text that PostgreSQL cannot store. */
export function requireStorable(place: Place, value: Record<string, unknown>): void {
  const wrong = Object.keys(value).find((field) => isUnstorable({ [field]: value[field] }));
  if (wrong === undefined) return;
  throw new ContentError(`${place(wrong)}: ${wrong}: contains characters that cannot be stored`);
}

/** Returns the rows of an entry, which obeys the rules of its kind. Throws a ContentError that names place and field. */
export function parseImported(entry: ImportedEntry, places?: Places): NewEntry {
  const { kind, slug, metadata, texts, tags, files } = entry;
  const { entrySchema, frontSchema } = kindRules[kind];
  const path = `${kind}/${slug}`;
  const metadataPlace = places?.metadata ?? (() => path);
  requireStorable(metadataPlace, metadata);
  const parsed = parseFields(metadataPlace, entrySchema, metadata);
  requireStorable(metadataPlace, { tags });
  parseContent(`${metadataPlace("tags")}: tags`, tagsSchema, tags);
  const parsedTexts = texts.map(({ language, front, body }) => {
    const place = places?.texts[language] ?? (() => `${path} (${language})`);
    requireStorable(place, { ...front, body });
    return {
      language,
      front: parseFields(place, frontSchema, front),
      body: parseContent(place("body"), bodySchema, body),
    };
  });
  const names = Object.keys(files);
  const { details, ...row } = newEntry({ path, slug, names }, parsed, parsedTexts);
  return { ...row, details: names.length > 0 ? { ...details, stored: files } : details };
}

/** Returns the hash by which a repeated import knows what it wrote. */
export const hashImported = (entry: ImportedEntry): string =>
  createHash("sha256")
    .update(`import ${format}\n${JSON.stringify(entry)}`)
    .digest("base64url");
