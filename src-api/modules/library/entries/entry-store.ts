import { and, desc, eq, gt, ilike, lte, max, min, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TextDetails } from "../../../../src-shared/api/library.ts";
import { contentKinds, type ContentKind } from "../../../../src-shared/content-kinds.ts";
import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import type { Localised } from "../../../infra/database/columns.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { contentEntries, contentTags, contentTexts } from "../schema.ts";
import type { Cursor } from "./cursor.ts";

const entry = contentEntries;
/** The text in the caller's language, if there is one, and in English, which there always is. */
const own = alias(contentTexts, "own");
const fallback = alias(contentTexts, "fallback");

const shown = <T>(field: "language" | "title" | "summary" | "body" | "words" | "details") =>
  sql<T>`coalesce(${own[field]}, ${fallback[field]})`;

/** An entry and its text without the body, which is for members. */
const teaserColumns = {
  kind: entry.kind,
  slug: entry.slug,
  /** Never null: drafts and withdrawn entries are not selected. */
  publishedAt: sql<Date>`${entry.publishedAt}`.mapWith(entry.publishedAt),
  author: entry.author,
  tags: entry.tags,
  motif: entry.motif,
  details: entry.details,
  language: shown<Language>("language"),
  title: shown<string>("title"),
  summary: shown<string>("summary"),
  words: shown<number>("words"),
  textDetails: shown<TextDetails>("details"),
};

export type TeaserRow = Pick<
  typeof entry.$inferSelect,
  "kind" | "slug" | "author" | "tags" | "motif" | "details"
> & { publishedAt: Date } & Record<"title" | "summary", string> & {
    language: Language;
    words: number;
    textDetails: TextDetails;
  };

/** Names of tags by id. */
export type TagNames = Record<string, Localised>;

const textIn = (text: typeof own | typeof fallback, language: Language) =>
  and(eq(text.kind, entry.kind), eq(text.slug, entry.slug), eq(text.language, language));

/** Selects the entries of a list. */
type Filter = {
  kind: ContentKind;
  language: Language;
  now: Date;
  tag?: string | undefined;
  /** All of these have to occur. */
  words: string[];
  /** True to search the text too. */
  inBody: boolean;
};

const containing = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/** Returns the condition that a word occurs in title, summary, the name of a tag, or (`inBody`) the text. */
function mentions(word: string, { language, inBody }: Filter): SQL | undefined {
  const pattern = containing(word);
  const inText = (field: "title" | "summary" | "body") => ilike(shown(field), pattern);
  const nameIn = (wanted: Language) => sql`${contentTags.name} ->> ${wanted}::text`;
  const tagName = sql`coalesce(${nameIn(language)}, ${nameIn(defaultLanguage)})`;
  const inTags = sql`exists (select 1 from ${contentTags}
    where ${contentTags.id} = any(${entry.tags}) and ${tagName} ilike ${pattern})`;
  return or(inText("title"), inText("summary"), inTags, inBody ? inText("body") : undefined);
}

const matches = (filter: Filter) =>
  and(
    eq(entry.kind, filter.kind),
    lte(entry.publishedAt, filter.now),
    filter.tag === undefined ? undefined : sql`${filter.tag}::text = any(${entry.tags})`,
    ...filter.words.map((word) => mentions(word, filter)),
  );

/** Selects teasers after the cursor, newest first; one more than `limit` if there is a next page. */
function selectPage(
  database: Database,
  filter: Filter,
  { after, limit }: { after: Cursor | null; limit: number },
) {
  const older =
    after &&
    sql`(${entry.publishedAt}, ${entry.slug}) < (${after.publishedAt.toISOString()}::timestamptz, ${after.slug}::text)`;
  // JSON has the names that the columns have here.
  const named = Object.entries(teaserColumns).map(
    ([name, column]) => [name, sql`${column}`.as(name)] as const,
  );
  return database
    .select(Object.fromEntries(named))
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, filter.language))
    .where(and(matches(filter), older ?? undefined))
    .orderBy(desc(entry.publishedAt), desc(entry.slug))
    .limit(limit + 1)
    .as("page");
}

/** Selects the number of entries that the filter matches. */
const selectTotal = (database: Database, filter: Filter) =>
  database
    .select({ total: sql`count(*)::int` })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, filter.language))
    .where(matches(filter));

/** Selects how many published entries of a kind have each tag. */
function selectTagCounts(database: Database, { kind, now }: Filter) {
  const used = database
    .select({ id: sql<string>`unnest(${entry.tags})`.as("id") })
    .from(entry)
    .where(and(eq(entry.kind, kind), lte(entry.publishedAt, now)))
    .as("used");
  return database
    .select({ id: used.id, count: sql<number>`count(*)::int`.as("count") })
    .from(used)
    .groupBy(used.id)
    .as("tag");
}

/** Selects when the next scheduled entry of a kind appears. */
const selectNextPublication = (database: Database, { kind, now }: Filter) =>
  database
    .select({ next: min(entry.publishedAt) })
    .from(entry)
    .where(and(eq(entry.kind, kind), gt(entry.publishedAt, now)));

/**
 * Reads a page of a list in one statement: the teasers after the cursor, newest first, one more than
 * `limit` if there is a next page; the number of entries that match; the tags of the kind's entries,
 * most used first; the names of all tags; when the next scheduled entry of the kind appears.
 */
export async function findPage(
  database: Database,
  filter: Filter,
  page: { after: Cursor | null; limit: number },
) {
  type Row = Omit<TeaserRow, "publishedAt"> & { publishedAt: string };
  const [found] = await database
    .select({
      rows: sql<
        Row[]
      >`(select coalesce(json_agg(page order by page."publishedAt" desc, page.slug desc), '[]') from ${selectPage(database, filter, page)})`,
      total: sql<number>`(${selectTotal(database, filter)})`,
      tags: sql<
        { id: string; count: number }[]
      >`(select coalesce(json_agg(tag order by tag.count desc, tag.id), '[]') from ${selectTagCounts(database, filter)})`,
      tagNames: sql<TagNames>`(select coalesce(json_object_agg(${contentTags.id}, ${contentTags.name}), '{}') from ${contentTags})`,
      validUntil: sql<Date | null>`(${selectNextPublication(database, filter)})`.mapWith(
        entry.publishedAt,
      ),
    })
    .from(sql`(select 1) as one`);
  if (!found) throw new Error("A select of scalars returned no row.");
  const rows = found.rows.map((row): TeaserRow => ({
    ...row,
    publishedAt: new Date(row.publishedAt),
  }));
  return { ...found, rows };
}

/** Selects whole entries with their texts in a language, else English. */
const selectEntries = (database: Database, language: Language) =>
  database
    .select({
      ...teaserColumns,
      body: shown<string>("body"),
      tagNames: sql<TagNames>`(select coalesce(json_object_agg(${contentTags.id}, ${contentTags.name}), '{}') from ${contentTags} where ${contentTags.id} = any(${entry.tags}))`,
    })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, language));

/** Returns a published entry with its text in a language, else English; null if there is none. */
export async function findEntry(
  database: Database,
  { kind, slug, language, now }: { kind: ContentKind; slug: string; language: Language; now: Date },
) {
  const [row] = await selectEntries(database, language).where(
    and(eq(entry.kind, kind), eq(entry.slug, slug), lte(entry.publishedAt, now)),
  );
  return row ?? null;
}

export type EntryRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

/** Returns the published ones of some entries, in any order, with the names of all tags. */
export async function findTeasers(
  database: Database,
  keys: readonly { kind: ContentKind; slug: string }[],
  { language, now }: { language: Language; now: Date },
): Promise<{ rows: TeaserRow[]; tagNames: TagNames }> {
  if (keys.length === 0) return { rows: [], tagNames: {} };
  const isWanted = keys.map(({ kind, slug }) => and(eq(entry.kind, kind), eq(entry.slug, slug)));
  const found = await database
    .select({
      ...teaserColumns,
      tagNames: sql<TagNames>`(select coalesce(json_object_agg(${contentTags.id}, ${contentTags.name}), '{}') from ${contentTags})`,
    })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, language))
    .where(and(or(...isWanted), lte(entry.publishedAt, now)));
  return { rows: found, tagNames: found[0]?.tagNames ?? {} };
}

/** Returns a published entry without its texts; null if there is none. */
export async function findPublished(
  database: Database,
  key: { kind: ContentKind; slug: string; now: Date },
) {
  const [row] = await database
    .select()
    .from(entry)
    .where(
      and(eq(entry.kind, key.kind), eq(entry.slug, key.slug), lte(entry.publishedAt, key.now)),
    );
  return row ?? null;
}

/** Returns the newest published entries of all kinds with their texts, newest first. */
export async function findNewest(
  database: Database,
  { language, now, limit }: { language: Language; now: Date; limit: number },
): Promise<EntryRow[]> {
  // The newest of each kind, by its index: ordering all entries would read all of them.
  const keys = sql`select newest.kind, newest.slug
    from unnest(${sql.param([...contentKinds])}::text[]) as kinds (kind)
    cross join lateral (
      select kind, slug from content_entries as one
      where one.kind = kinds.kind and one.published_at <= ${now.toISOString()}::timestamptz
      order by one.published_at desc, one.slug desc limit ${limit}) as newest`;
  return selectEntries(database, language)
    .where(sql`(${entry.kind}, ${entry.slug}) in (${keys})`)
    .orderBy(desc(entry.publishedAt), desc(entry.slug))
    .limit(limit);
}

/** Returns when the latest published entry was published; null without one. */
export async function findLatestPublication(database: Database, now: Date): Promise<Date | null> {
  const [row] = await database
    .select({ latest: max(entry.publishedAt) })
    .from(entry)
    .where(lte(entry.publishedAt, now));
  return row?.latest ?? null;
}
