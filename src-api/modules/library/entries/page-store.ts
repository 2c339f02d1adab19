import { and, desc, eq, gt, ilike, lte, min, or, sql, type SQL } from "drizzle-orm";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { isGrown } from "../../../../src-shared/growth.ts";
import type { HeightClass } from "../../../../src-shared/height-class.ts";
import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { contentTags } from "../schema.ts";
import type { Cursor } from "./cursor.ts";
import {
  allTagNames,
  entry,
  fallback,
  own,
  shown,
  teaserColumns,
  textIn,
  type TeaserRow,
} from "./columns-store.ts";

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
  /** The dog that the entries are for; an unknown class or age leaves nothing out. */
  dog?: { heightClass: HeightClass | null; ageMonths: number | null };
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

/** Returns the condition that entries are for a dog: by its class, its age, and its growth. */
function suits({ heightClass, ageMonths }: NonNullable<Filter["dog"]>): SQL | undefined {
  const classes = sql`${entry.details} -> 'dogs' -> 'classes'`;
  const ofClass =
    heightClass === null
      ? undefined
      : sql`(${classes} is null or ${classes} @> to_jsonb(${heightClass}::text))`;
  if (ageMonths === null) return ofClass;
  const fromMonths = sql`coalesce((${entry.details} -> 'dogs' ->> 'fromMonths')::int, 0)`;
  const isHighImpact = sql`coalesce((${entry.details} ->> 'highImpact')::boolean, false)`;
  return and(
    ofClass,
    sql`${fromMonths} <= ${ageMonths}::int`,
    isGrown(heightClass, ageMonths) ? undefined : sql`not ${isHighImpact}`,
  );
}

const matches = (filter: Filter) =>
  and(
    eq(entry.kind, filter.kind),
    lte(entry.publishedAt, filter.now),
    filter.tag === undefined ? undefined : sql`${filter.tag}::text = any(${entry.tags})`,
    filter.dog && suits(filter.dog),
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
      tagNames: allTagNames,
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
