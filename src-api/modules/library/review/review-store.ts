import * as z from "zod/mini";
import type { ContentKind } from "#shared/content-kinds.ts";
import { defaultLanguage, type Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { entryParams } from "#shared/api/library.ts";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { and, asc, desc, eq, gt, isNull, or, sql, type SQL } from "#api/infra/database/drizzle.ts";
import { users } from "#api/modules/accounts/module.ts";
import { entry, fallback, own, shown, textIn } from "#api/modules/library/entries/columns-store.ts";
import { selectEntries } from "#api/modules/library/entries/entry-store.ts";
import { contentTexts, studioDrafts, readyMarks } from "#api/modules/library/schema.ts";

/** The last entry of a page; a draft has no time. */
const cursorSchema = z.extend(entryParams, { publishedAt: z.nullable(cursorTime) });
type ReviewCursor = z.infer<typeof cursorSchema>;

export const { format: formatReviewCursor, parse: parseReviewCursor } = createCursors(cursorSchema);

type Key = { kind: ContentKind; slug: string };

const mark = readyMarks;
const isKey = (table: typeof entry | typeof mark, { kind, slug }: Key) =>
  and(eq(table.kind, kind), eq(table.slug, slug));
const isUnpublished = (now: Date) =>
  and(
    or(isNull(entry.publishedAt), gt(entry.publishedAt, now)),
    sql`not exists (select 1 from ${studioDrafts} as written where written.kind = ${entry.kind}
      and written.slug = ${entry.slug} and written.deleted_at is not null)`,
  );

/** The hash of all that an entry says, in every language: not of the time at which it appears. */
const version = sql<string>`encode(sha256(convert_to(jsonb_build_array(
  ${entry.author}, ${entry.tags}, ${entry.motif}, ${entry.details},
  (select jsonb_agg(jsonb_build_array(said.language, said.title, said.summary, said.body, said.details)
      order by said.language collate "C")
    from ${contentTexts} as said where said.kind = ${entry.kind} and said.slug = ${entry.slug})
)::text, 'UTF8')), 'hex')`;

/** Whether the mark of an entry, if it has one, is still that of its text; the hash of others is not computed. */
export const isCurrent = sql<boolean>`case when ${mark.version} is null then false else ${mark.version} = ${version} end`;
const markColumns = { isReady: isCurrent, readyBy: users.name, readyAt: mark.markedAt };

/** Drafts come last. */
const appearsAt = sql`coalesce(${entry.publishedAt}, 'infinity')`;

const isAfter = ({ publishedAt, kind, slug }: ReviewCursor): SQL =>
  sql`(${appearsAt}, ${entry.kind}, ${entry.slug}) >
    (${publishedAt?.toISOString() ?? "infinity"}::timestamptz, ${kind}::text, ${slug}::text)`;

/** Returns the scheduled entries by their time, then the drafts, after the cursor. */
export const findUnpublishedPage = (
  database: Database,
  wanted: { language: Language; now: Date; after: ReviewCursor | null; limit: number },
) =>
  database
    .select({
      kind: entry.kind,
      slug: entry.slug,
      publishedAt: entry.publishedAt,
      title: shown<string>("title"),
      language: shown<Language>("language"),
      ...markColumns,
    })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, wanted.language))
    .leftJoin(mark, and(eq(mark.kind, entry.kind), eq(mark.slug, entry.slug)))
    .leftJoin(users, eq(users.id, mark.userId))
    .where(and(isUnpublished(wanted.now), wanted.after ? isAfter(wanted.after) : undefined))
    .orderBy(asc(appearsAt), asc(entry.kind), asc(entry.slug))
    .limit(wanted.limit);

/** Returns what is known of the review of an unpublished entry; null if there is none. */
export async function findReview(database: Database, key: Key, now: Date) {
  const [row] = await database
    .select({ publishedAt: entry.publishedAt, version, ...markColumns })
    .from(entry)
    .leftJoin(mark, and(eq(mark.kind, entry.kind), eq(mark.slug, entry.slug)))
    .leftJoin(users, eq(users.id, mark.userId))
    .where(and(isKey(entry, key), isUnpublished(now)));
  return row ?? null;
}

/** Returns an unpublished entry with its text in a language, else English; null if there is none. */
export async function findUnpublished(
  database: Database,
  { language, now, ...key }: Key & { language: Language; now: Date },
) {
  const [row] = await selectEntries(database, language).where(
    and(isKey(entry, key), isUnpublished(now)),
  );
  return row ?? null;
}

/** Sets the mark of an entry. It counts only while the entry has the version of the mark. */
export async function setReady(
  database: Database,
  marked: typeof mark.$inferInsert,
): Promise<void> {
  await database
    .insert(mark)
    .values(marked)
    .onConflictDoUpdate({ target: [mark.kind, mark.slug], set: marked });
}

export async function removeReady(database: Database, key: Key): Promise<boolean> {
  const removed = await database
    .delete(mark)
    .where(isKey(mark, key))
    .returning({ slug: mark.slug });
  return removed.length > 0;
}

/** Returns the marks that a user set, for the export of personal data. */
export const findMarksOf = (database: Database, userId: string) =>
  database
    .select({ kind: mark.kind, slug: mark.slug, markedAt: mark.markedAt })
    .from(mark)
    .where(eq(mark.userId, userId))
    .orderBy(desc(mark.markedAt));
