import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { contentKindSchema } from "#shared/api/library.ts";
import { redirectLengths } from "#shared/api/redirects.ts";
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
import {
  type NewEntry,
  isOneOf,
  writeEntries,
  type EntryKey,
} from "#api/modules/library/entries/stored-entries.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Localised, Origin } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { contentEntries, contentTags } from "#api/modules/library/schema.ts";
import { redirectToEntries } from "#api/modules/redirects/module.ts";

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
  /** Its paths on the former site. */
  addresses: z.optional(z.array(z.string().check(z.maxLength(redirectLengths.path)))),
});

export type ImportedEntry = z.infer<typeof importedEntrySchema>;

/** Returns where a field stands: "posts/first.md:3". */
export type Location = (field: string) => string;

/** Where the parts of an entry stand. */
export type Locations = { metadata: Location; texts: Partial<Record<Language, Location>> };

/** Parses fields. Throws a ContentError that names the location of the first wrong one. */
function parseFields<T>(location: Location, schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return parseContent(location(String(parsed.error.issues[0]?.path[0] ?? "")), schema, value);
}

/** Returns whether a value contains a text that PostgreSQL cannot store: with NUL or half a character. */
function isUnstorable(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some((pair) => pair.some(isUnstorable));
}

/** Throws a ContentError if a field has a text that PostgreSQL cannot store. */
export function requireStorable(location: Location, value: Record<string, unknown>): void {
  const wrong = Object.keys(value).find((field) => isUnstorable({ [field]: value[field] }));
  if (wrong === undefined) return;
  throw new ContentError(`${location(wrong)}: ${wrong}: contains characters that cannot be stored`);
}

/** Returns the rows of an entry, which obeys the rules of its kind. Throws a ContentError that names location and field. */
export function parseImported(entry: ImportedEntry, locations?: Locations): NewEntry {
  const { kind, slug, metadata, texts, tags, files } = entry;
  const { entrySchema, frontSchema } = kindRules[kind];
  const path = `${kind}/${slug}`;
  const metadataLocation = locations?.metadata ?? (() => path);
  requireStorable(metadataLocation, metadata);
  const parsed = parseFields(metadataLocation, entrySchema, metadata);
  requireStorable(metadataLocation, { tags });
  parseContent(`${metadataLocation("tags")}: tags`, tagsSchema, tags);
  const parsedTexts = texts.map(({ language, front, body }) => {
    const location = locations?.texts[language] ?? (() => `${path} (${language})`);
    requireStorable(location, { ...front, body });
    return {
      language,
      front: parseFields(location, frontSchema, front),
      body: parseContent(location("body"), bodySchema, body),
    };
  });
  const names = Object.keys(files);
  const { details, ...row } = newEntry({ path, slug, names }, parsed, parsedTexts);
  return { ...row, details: names.length > 0 ? { ...details, stored: files } : details };
}

/** Returns the hash by which a repeated import knows what it wrote. */
export function hashImported(imported: ImportedEntry): string {
  // `addresses` is left out: earlier versions did not have it, and what they imported counts as unchanged.
  const { addresses: _, ...entry } = imported;
  return createHash("sha256")
    .update(`import ${format}\n${JSON.stringify(entry)}`)
    .digest("base64url");
}

/** Most entries of a batch: a statement has at most 65,535 parameters. */
export const maxBatch = 100;

type CheckedEntry = {
  kind: ContentKind;
  slug: string;
  sourceHash: string;
  tags: Record<string, Localised>;
  value: NewEntry;
  addresses?: string[] | undefined;
};

/** What became of an entry: new, instead of another, or left since its slug is another source's. */
export type Outcome =
  | { result: "written" | "replaced" | "unchanged" }
  | { result: "taken"; by: Origin };

export const isWritten = ({ result }: Outcome): boolean =>
  result === "written" || result === "replaced";

const entry = contentEntries;
const keyOf = ({ kind, slug }: EntryKey) => `${kind}/${slug}`;

async function compare(
  database: Database,
  entries: CheckedEntry[],
  replace: boolean,
): Promise<Outcome[]> {
  const rows = await database
    .select({
      kind: entry.kind,
      slug: entry.slug,
      origin: entry.origin,
      sourceHash: entry.sourceHash,
    })
    .from(entry)
    .where(isOneOf(entry, entries));
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  return entries.map((wanted): Outcome => {
    const row = stored.get(keyOf(wanted));
    if (!row) return { result: "written" };
    if (row.origin === "import" && row.sourceHash === wanted.sourceHash) {
      return { result: "unchanged" };
    }
    return replace ? { result: "replaced" } : { result: "taken", by: row.origin };
  });
}

/** Adds the tags that are not there yet; those that are keep their names. */
async function addTags(transaction: Database, entries: CheckedEntry[]): Promise<void> {
  const names = new Map(entries.flatMap(({ tags }) => Object.entries(tags)).toReversed());
  const tags = [...names].map(([id, name]) => ({ id, name, origin: "import" as const }));
  if (tags.length > 0) await transaction.insert(contentTags).values(tags).onConflictDoNothing();
}

/** Writes whole entries, at most `maxBatch`: not those that are unchanged, and taken slugs with `replace` only. */
export async function saveImported(
  database: Database,
  entries: CheckedEntry[],
  {
    replace,
    isDryRun,
    importId,
    now,
    portalLanguages,
  }: {
    replace: boolean;
    isDryRun: boolean;
    importId?: string;
    now: Date;
    portalLanguages: readonly Language[];
  },
): Promise<Outcome[]> {
  if (entries.length === 0) return [];
  if (isDryRun) return compare(database, entries, replace);
  return withContentLock(database, async (transaction) => {
    const outcomes = await compare(transaction, entries, replace);
    const changed = entries.filter((_, at) => outcomes[at] && isWritten(outcomes[at]));
    if (changed.length > 0) {
      await addTags(transaction, changed);
      await writeEntries(transaction, changed, {
        origin: "import",
        importId: importId ?? null,
        now,
        portalLanguages,
      });
    }
    const present = entries.filter((_, at) => outcomes[at]?.result !== "taken");
    await redirectToEntries(
      transaction,
      present.map(({ kind, slug, addresses = [] }) => ({ kind, slug, addresses })),
    );
    return outcomes;
  });
}
