import { and, desc, eq, ilike, lte, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TextDetails } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { localised } from "../../../infra/i18n/localised.ts";
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
  entry,
  text: {
    language: shown<Language>("language"),
    title: shown<string>("title"),
    summary: shown<string>("summary"),
    words: shown<number>("words"),
    details: shown<TextDetails>("details"),
  },
};

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

/** Returns teasers after the cursor, newest first; one more than `limit` if there is a next page. */
export async function findTeasers(
  database: Database,
  filter: Filter,
  page: { after: Cursor | null; limit: number },
) {
  const { after, limit } = page;
  const older =
    after &&
    sql`(${entry.publishedAt}, ${entry.slug}) < (${after.publishedAt.toISOString()}::timestamptz, ${after.slug}::text)`;
  return database
    .select(teaserColumns)
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, filter.language))
    .where(and(matches(filter), older ?? undefined))
    .orderBy(desc(entry.publishedAt), desc(entry.slug))
    .limit(limit + 1);
}

export type TeaserRow = Awaited<ReturnType<typeof findTeasers>>[number];

/** Returns the number of entries that the filter matches. */
export async function countEntries(database: Database, filter: Filter): Promise<number> {
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, filter.language))
    .where(matches(filter));
  return row?.count ?? 0;
}

/** Returns how many published entries of a kind have each tag, most used first. */
export async function countTags(database: Database, kind: ContentKind, now: Date) {
  const used = database
    .select({ id: sql<string>`unnest(${entry.tags})`.as("id") })
    .from(entry)
    .where(and(eq(entry.kind, kind), lte(entry.publishedAt, now)))
    .as("used");
  const count = sql<number>`count(*)::int`;
  return database
    .select({ id: used.id, count })
    .from(used)
    .groupBy(used.id)
    .orderBy(desc(count), used.id);
}

/** Returns the names of all tags in a language, by id. */
export async function loadTagNames(database: Database, language: Language) {
  const rows = await database.select().from(contentTags);
  return new Map(rows.map(({ id, name }) => [id, localised(name, language)]));
}

/** Returns a published entry with its text in a language, else English; null if there is none. */
export async function findEntry(
  database: Database,
  key: { kind: ContentKind; slug: string; language: Language; now: Date },
) {
  const [row] = await database
    .select({ ...teaserColumns, body: shown<string>("body") })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, key.language))
    .where(
      and(eq(entry.kind, key.kind), eq(entry.slug, key.slug), lte(entry.publishedAt, key.now)),
    );
  return row ?? null;
}

export type EntryRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

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
