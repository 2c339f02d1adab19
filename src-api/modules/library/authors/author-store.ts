import * as z from "zod/mini";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import type { StoredEntry } from "#api/infra/content-folder/folder-sync.ts";
import { withContentLock } from "#api/infra/content-folder/sync-content.ts";
import type { Localised, Origin } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, inArray, lte, sql } from "#api/infra/database/drizzle.ts";
import { insertedValues } from "#api/infra/database/upsert.ts";
import { entryParams } from "#shared/api/library.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import {
  allTagNames,
  entry,
  fallback,
  own,
  teaserColumns,
  textIn,
  type TagNames,
  type TeaserRow,
} from "#api/modules/library/entries/columns-store.ts";
import { contentAuthors } from "#api/modules/library/schema.ts";

/** The last entry of a page. */
const cursorSchema = z.extend(entryParams, { publishedAt: cursorTime });
type AuthorCursor = z.infer<typeof cursorSchema>;

export const { format: formatAuthorCursor, parse: parseAuthorCursor } = createCursors(cursorSchema);

const author = contentAuthors;

export type NewAuthor = { name: string; credentials: Localised; body: Localised };

export type SlugAuthor = { key: string; sourceHash: string; value: NewAuthor };

export async function findAuthor(database: Database, slug: string) {
  const [found] = await database.select().from(author).where(eq(author.slug, slug));
  return found;
}

type Page = { language: Language; now: Date; after: AuthorCursor | null; limit: number };

/** Returns published entries of an author after the cursor, newest first; one more than `limit` if there is a next page. */
export async function findEntriesOf(
  database: Database,
  name: string,
  { language, now, after, limit }: Page,
): Promise<{ rows: TeaserRow[]; tagNames: TagNames }> {
  const older =
    after &&
    sql`(${entry.publishedAt}, ${entry.kind}, ${entry.slug}) < (${after.publishedAt.toISOString()}::timestamptz, ${after.kind}::text, ${after.slug}::text)`;
  const rows = await database
    .select({ ...teaserColumns, tagNames: allTagNames })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, language))
    .where(and(eq(entry.author, name), lte(entry.publishedAt, now), older ?? undefined))
    .orderBy(desc(entry.publishedAt), desc(entry.kind), desc(entry.slug))
    .limit(limit + 1);
  return { rows, tagNames: rows[0]?.tagNames ?? {} };
}

export const listAuthors = (database: Database) =>
  database.select().from(author).orderBy(author.slug);

export const findStoredAuthors = (database: Database, slugs: string[]): Promise<StoredEntry[]> =>
  database
    .select({ key: author.slug, origin: author.origin, sourceHash: author.sourceHash })
    .from(author)
    .where(inArray(author.slug, slugs));

/** Returns the slugs of the authors that the folder brought. */
export async function listFolderAuthors(database: Database): Promise<string[]> {
  const rows = await database
    .select({ slug: author.slug })
    .from(author)
    .where(eq(author.origin, "folder"));
  return rows.map(({ slug }) => slug);
}

const writeAuthors = (
  transaction: Database,
  authors: SlugAuthor[],
  origin: Origin,
  { onlyOwn }: { onlyOwn: boolean },
) =>
  transaction
    .insert(author)
    .values(
      authors.map(({ key, sourceHash, value }) => ({ ...value, slug: key, sourceHash, origin })),
    )
    .onConflictDoUpdate({
      target: author.slug,
      set: insertedValues(author),
      ...(onlyOwn && { setWhere: eq(author.origin, origin) }),
    })
    .returning({ slug: author.slug });

/** Writes authors of the folder, except those of another origin. Returns their number. */
export const saveFolderAuthors = (database: Database, authors: SlugAuthor[]) =>
  withContentLock(database, async (transaction) => {
    const written = await writeAuthors(transaction, authors, "folder", { onlyOwn: true });
    return written.length;
  });

export const removeFolderAuthors = (database: Database, slugs: string[]) =>
  withContentLock(database, async (transaction) => {
    const removed = await transaction
      .delete(author)
      .where(and(inArray(author.slug, slugs), eq(author.origin, "folder")))
      .returning({ slug: author.slug });
    return removed.length;
  });

/** What became of an imported author, as of an entry. */
export type AuthorOutcome = { result: "written" | "unchanged" } | { result: "taken"; by: Origin };

/**
 * Writes imported authors. Leaves alone those that an earlier import wrote from the same source, and taken slugs unless
 * `replace`. With `isRehearsal` nothing is written. Returns what became of each.
 */
export const saveImportedAuthors = (
  database: Database,
  authors: SlugAuthor[],
  { replace, isRehearsal }: { replace: boolean; isRehearsal: boolean },
): Promise<AuthorOutcome[]> =>
  withContentLock(database, async (transaction) => {
    const slugs = authors.map(({ key }) => key);
    const stored = await findStoredAuthors(transaction, slugs);
    const known = new Map(stored.map((row) => [row.key, row]));
    const outcomes = authors.map(({ key, sourceHash }): AuthorOutcome => {
      const row = known.get(key);
      if (!row) return { result: "written" };
      if (row.origin === "import" && row.sourceHash === sourceHash) return { result: "unchanged" };
      return replace ? { result: "written" } : { result: "taken", by: row.origin };
    });
    const changed = authors.filter((_, at) => outcomes[at]?.result === "written");
    if (changed.length > 0 && !isRehearsal) {
      await writeAuthors(transaction, changed, "import", { onlyOwn: false });
    }
    return outcomes;
  });
