import { isDeepStrictEqual } from "node:util";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { StoredEntry } from "#api/infra/content-folder/folder-sync.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Localised } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray, notInArray, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { writeEntries, type NewEntry } from "#api/modules/library/entries/write-store.ts";
import { contentEntries, contentTags } from "#api/modules/library/schema.ts";

const entry = contentEntries;

/** Returns the stored state of entries. With a tag outside `tagIds` an entry counts as changed, to be reported. */
export const findStored = (
  database: Database,
  kind: ContentKind,
  { slugs, tagIds }: { slugs: string[]; tagIds: string[] },
): Promise<StoredEntry[]> =>
  database
    .select({
      key: entry.slug,
      origin: entry.origin,
      sourceHash: entry.sourceHash,
      isStale: sql<boolean>`not ${entry.tags} <@ ${sql.param(tagIds, entry.tags)}`,
    })
    .from(entry)
    .where(and(eq(entry.kind, kind), inArray(entry.slug, slugs)));

export async function listFolderSlugs(database: Database, kind: ContentKind): Promise<string[]> {
  const rows = await database
    .select({ slug: entry.slug })
    .from(entry)
    .where(and(eq(entry.kind, kind), eq(entry.origin, "folder")));
  return rows.map(({ slug }) => slug);
}

type SlugEntry = { key: string; sourceHash: string; value: NewEntry };

/** Writes entries that no other process wrote meanwhile. Returns the number of entries written. */
export const saveEntries = (
  database: Database,
  kind: ContentKind,
  { entries, now }: { entries: SlugEntry[]; now: Date },
) =>
  withContentLock(database, async (transaction) => {
    const slugs = entries.map(({ key }) => key);
    const stored = await findStored(transaction, kind, { slugs, tagIds: [] });
    const known = new Map(stored.map((row) => [row.key, row]));
    const changed = entries.filter(({ key, sourceHash }) => {
      const row = known.get(key);
      return !row || (row.origin === "folder" && row.sourceHash !== sourceHash);
    });
    const written = changed.map(({ key: slug, ...row }) => ({ ...row, kind, slug }));
    if (written.length > 0) await writeEntries(transaction, written, { origin: "folder", now });
    return changed.length;
  });

/** Removes entries that the folder brought. Returns their number. */
export const removeEntries = (database: Database, kind: ContentKind, slugs: string[]) =>
  withContentLock(database, async (transaction) => {
    const removed = await transaction
      .delete(entry)
      .where(and(eq(entry.kind, kind), inArray(entry.slug, slugs), eq(entry.origin, "folder")))
      .returning({ slug: entry.slug });
    return removed.length;
  });

type Tag = { id: string; name: Localised };

/** Returns the tags that are new or changed, and those to leave alone because they are of another origin. */
export async function compareTags(database: Database, tags: Tag[]) {
  const stored = new Map((await database.select().from(contentTags)).map((tag) => [tag.id, tag]));
  const foreign = tags.filter(({ id }) => (stored.get(id)?.origin ?? "folder") !== "folder");
  const changed = tags
    .filter((tag) => !foreign.includes(tag))
    .filter(({ id, name }) => !isDeepStrictEqual(stored.get(id)?.name, name));
  return { changed, foreign };
}

/** Writes tags of the folder, except those of another origin. */
export const saveTags = (database: Database, tags: Tag[]) =>
  withContentLock(database, (transaction) =>
    transaction
      .insert(contentTags)
      .values(tags.map((tag) => ({ ...tag, origin: "folder" as const })))
      .onConflictDoUpdate({
        target: contentTags.id,
        set: insertedValues(contentTags),
        setWhere: eq(contentTags.origin, "folder"),
      }),
  );

const isUnused = sql`not exists (select 1 from ${entry} where ${contentTags.id} = any(${entry.tags}))`;

/** Returns the ids of the other tags that the folder brought, unless an entry has them. */
export async function listUnusedTagsBut(database: Database, ids: string[]): Promise<string[]> {
  const rows = await database
    .select({ id: contentTags.id })
    .from(contentTags)
    .where(and(eq(contentTags.origin, "folder"), notInArray(contentTags.id, ids), isUnused));
  return rows.map(({ id }) => id);
}

/** Removes tags that the folder brought, unless an entry has them by now. */
export async function removeTags(database: Database, ids: string[]): Promise<void> {
  await database
    .delete(contentTags)
    .where(and(eq(contentTags.origin, "folder"), inArray(contentTags.id, ids), isUnused));
}
