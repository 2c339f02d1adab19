import { and, desc, eq, ilike, lte, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ContentKind } from "../../../../src-shared/api/library.ts";
import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { contentEntries, contentTags, contentTexts, type TextDetails } from "../schema.ts";
import type { Cursor } from "./cursor.ts";

const entry = contentEntries;
/** The caller's language, where the entry has it, and English, which it always has. */
const own = alias(contentTexts, "own");
const fallback = alias(contentTexts, "fallback");

const shown = <T>(field: "language" | "title" | "summary" | "body" | "words" | "details") =>
  sql<T>`coalesce(${own[field]}, ${fallback[field]})`;

/** An entry and its text, without the body: that is for members. */
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

/** What a list is narrowed to; `inBody`: words are looked for in the text too. */
export type Filter = {
  kind: ContentKind;
  language: Language;
  now: Date;
  tag?: string | undefined;
  words: string[];
  inBody: boolean;
};

const containing = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/** The word stands in title, summary, the name of a tag, or where allowed in the text. */
function mentions(word: string, { language, inBody }: Filter): SQL | undefined {
  const pattern = containing(word);
  const inText = (field: "title" | "summary" | "body") => ilike(shown(field), pattern);
  const tagName = sql`coalesce(${contentTags.name} ->> ${language}::text, ${contentTags.name} ->> 'en')`;
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

/** Teasers of a kind after the cursor, newest first; one more than `limit`, to tell of a next page. */
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

/** How many entries the filter matches. */
export async function countEntries(database: Database, filter: Filter): Promise<number> {
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(entry)
    .innerJoin(fallback, textIn(fallback, defaultLanguage))
    .leftJoin(own, textIn(own, filter.language))
    .where(matches(filter));
  return row?.count ?? 0;
}

/** How many published entries of a kind carry each tag, most used first. */
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

/** Names of all tags in a language, by id. */
export async function loadTagNames(database: Database, language: Language) {
  const rows = await database.select().from(contentTags);
  return new Map(rows.map(({ id, name }) => [id, name[language] ?? name.en]));
}

/** A published entry with its text in a language, else English; null when there is none. */
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
