import type { ListSort } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { isGrown } from "#shared/growth.ts";
import type { HeightClass } from "#shared/height-class.ts";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, min, sql, type SQL } from "#api/infra/database/drizzle.ts";
import {
  contentCounts,
  contentListed,
  contentTags,
  contentTexts,
} from "#api/modules/library/schema.ts";
import { selectQueries, selectTerms } from "#api/modules/library/search/search.ts";
import {
  entry,
  fallbackText,
  isStandIn,
  ownText,
  teaserColumns,
  textIn,
  type TagNames,
  type TeaserRow,
} from "./columns-store.ts";
import * as z from "zod/mini";
import { createCursors, cursorTime } from "#api/infra/cursors.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";

/** Selects the entries of a list. */
type Filter = {
  kind: ContentKind;
  language: Language;
  now: Date;
  tag?: string | undefined;
  /** All of these words have to occur; an empty text matches everything. */
  q: string;
  /** True to search the text too. */
  inBody: boolean;
  /** The dog that the entries are for; an unknown class or age leaves nothing out. */
  dog?: { heightClass: HeightClass | null; ageMonths: number | null };
};

/** A part of a list: what follows `start`, or the beginning. */
export type Part = { start: Cursor | null; limit: number; sort: ListSort };

const listed = contentListed;
const text = contentTexts;

/** Returns whether a list is narrowed to a dog of which anything is known. */
const isForDog = ({ dog }: Filter) => (dog?.heightClass ?? dog?.ageMonths ?? null) !== null;

/** Returns the condition that an entry is for a dog: by its class, its age, and its growth. */
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

/** Returns the condition of the places of a list: published entries of the kind, with the tag, for the dog. */
function isListed(filter: Filter): SQL {
  const { kind, now, tag = "", dog } = filter;
  const isWanted = sql`${listed.kind} = ${kind}::text
    and ${listed.tag} = ${tag}::text and ${listed.publishedAt} <= ${now.toISOString()}::timestamptz`;
  if (!dog || !isForDog(filter)) return isWanted;
  return sql`${isWanted} and exists (select from ${entry}
    where ${entry.kind} = ${listed.kind} and ${entry.slug} = ${listed.slug} and ${suits(dog)})`;
}

/** Selects the places of the entries that have all words, in the language in which the caller sees them. */
function selectMatching(filter: Filter): SQL {
  const { language, kind, inBody } = filter;
  const vector = inBody ? text.searchAll : text.searchTeaser;
  const inOwn = sql`select from ${text} as own
    where own.kind = ${text.kind} and own.slug = ${text.slug} and own.language = ${language}::text`;
  return sql`
    with term as materialized (${selectTerms(filter, { typos: false })}),
      sought as materialized (${selectQueries(filter, sql`term`)})
    select ${listed.publishedAt}, ${listed.slug}
    from sought
      join ${text} on ${text.language} = sought.language and ${vector} @@ sought.all_words
      join ${listed} on ${listed.kind} = ${text.kind} and ${listed.slug} = ${text.slug}
      join ${entry} on ${entry.kind} = ${text.kind} and ${entry.slug} = ${text.slug}
    where ${text.kind} = ${kind}::text and ${isListed(filter)}
      and (${text.language} = ${language}::text or (${text.language} = ${entry.standIn} and not exists (${inOwn})))`;
}

/** Selects the places of a list's entries from `found`; one more than `limit` if there are further ones. */
function selectPageKeys({ start, limit, sort }: Part, found: SQL): SQL {
  const [direction, comparison] = sort === "newest" ? ["desc", "<"] : ["asc", ">"];
  const isBeyond =
    start &&
    sql`where (published_at, slug) ${sql.raw(comparison)} (${start.publishedAt.toISOString()}::timestamptz, ${start.slug}::text)`;
  const order = sql.raw(`published_at ${direction}, slug ${direction}`);
  return sql`select published_at, slug from ${found} as found ${isBeyond ?? sql``}
    order by ${order} limit ${limit + 1}::int`;
}

/** Selects the teasers at the places that `page` has. */
function selectTeasers(database: Database, { kind, language }: Filter) {
  // JSON has the names that the columns have here.
  const named = Object.entries(teaserColumns).map(
    ([name, column]) => [name, sql`${column}`.as(name)] as const,
  );
  return database
    .select(Object.fromEntries(named))
    .from(sql`page`)
    .innerJoin(entry, sql`${entry.kind} = ${kind}::text and ${entry.slug} = page.slug`)
    .innerJoin(fallbackText, isStandIn)
    .leftJoin(ownText, textIn(ownText, language))
    .as("teaser");
}

/** Selects the count of a list from those that triggers maintain, without what is scheduled. */
const selectKnownTotal = ({ kind, now, tag = "" }: Filter) => sql<number>`
  coalesce((select ${contentCounts.count} from ${contentCounts}
    where ${contentCounts.kind} = ${kind}::text and ${contentCounts.tag} = ${tag}::text), 0)
  - (select count(*)::int from ${listed} where ${listed.kind} = ${kind}::text
    and ${listed.tag} = ${tag}::text and ${listed.publishedAt} > ${now.toISOString()}::timestamptz)`;

/** Selects how many published entries of a kind have each tag, the most frequent first, as JSON. */
const selectTags = ({ kind, now }: Filter) => sql`
  select coalesce(json_agg(tag order by tag.count desc, tag.id), '[]') from (
    select counted.tag as id, counted.count - (
      select count(*)::int from ${listed} where ${listed.kind} = counted.kind and ${listed.tag} = counted.tag
        and ${listed.publishedAt} > ${now.toISOString()}::timestamptz
    ) as count from ${contentCounts} as counted where counted.kind = ${kind}::text and counted.tag <> ''
  ) as tag where tag.count > 0`;

type Row = Omit<TeaserRow, "publishedAt" | "changedAt"> & {
  publishedAt: string;
  changedAt: string | null;
};
type TagCount = { id: string; count: number };

/** Selects rows, names of tags and, if wanted, counts: all that an answer needs, in one statement. */
function selectAnswer(
  database: Database,
  filter: Filter,
  part: Part,
  { counts }: { counts: boolean },
) {
  const isSearch = filter.q !== "";
  const found = isSearch
    ? selectMatching(filter)
    : sql`select * from ${listed} where ${isListed(filter)}`;
  // A search is read once for its page and its total, and so is a list for a dog; others only as far as their page.
  const isCounted = isSearch || isForDog(filter);
  const materialization = sql.raw(isCounted && counts ? "materialized" : "not materialized");
  const direction = sql.raw(part.sort === "newest" ? "desc" : "asc");
  const total = isCounted ? sql`(select count(*)::int from found)` : selectKnownTotal(filter);
  const nameIds = sql`select unnest(tags) from shown union select tag->>'id' from json_array_elements(counted.tags) as tag`;
  return sql`
    with found as ${materialization} (${found}),
      page as materialized (${selectPageKeys(part, sql`found`)}),
      shown as materialized (select * from ${selectTeasers(database, filter)}),
      counted as materialized (select ${counts ? total : sql`null::int`} as total,
        ${counts ? sql`(${selectTags(filter)})` : sql`'[]'::json`} as tags)
    select (select coalesce(json_agg(shown order by "publishedAt" ${direction}, slug ${direction}), '[]') from shown) as rows,
      counted.total, counted.tags,
      (select coalesce(json_object_agg(${contentTags.id}, ${contentTags.name}), '{}') from ${contentTags}
        where ${contentTags.id} in (${nameIds})) as tag_names
    from counted`;
}

/**
 * Reads a part of a list in one statement: the teasers in their order, one more than `limit` if there are further ones,
 * and the names of tags. With `counts` also the number of entries that match and the tags of the kind's entries, most
 * used first; else null and none.
 */
export async function findPage(
  database: Database,
  filter: Filter,
  part: Part,
  counted: { counts: boolean },
) {
  const [found] = await database
    .select({
      rows: sql<Row[]>`rows`,
      total: sql<number | null>`total`,
      tags: sql<TagCount[]>`tags`,
      tagNames: sql<TagNames>`tag_names`,
    })
    .from(sql`(${selectAnswer(database, filter, part, counted)}) as answer`);
  if (!found) throw new Error("A select of scalars returned no row.");
  const rows = found.rows.map((row): TeaserRow => ({
    ...row,
    publishedAt: new Date(row.publishedAt),
    changedAt: row.changedAt === null ? null : new Date(row.changedAt),
  }));
  return { ...found, rows };
}

/** Reads the newest teasers of a kind, `limit` at most, and the names of their tags. */
export async function findNewestOf(
  database: Database,
  { kind, language, now, limit }: Pick<Filter, "kind" | "language" | "now"> & { limit: number },
) {
  const filter = { kind, language, now, q: "", inBody: false };
  const part = { start: null, limit, sort: "newest" } as const;
  const { rows, tagNames } = await findPage(database, filter, part, { counts: false });
  return { rows: rows.slice(0, limit), tagNames };
}

/** Returns when the next scheduled entry of a kind appears; null without one. */
export async function findNextPublication(
  database: Database,
  { kind, now }: Pick<Filter, "kind" | "now">,
): Promise<Date | null> {
  const [row] = await database
    .select({ next: min(entry.publishedAt) })
    .from(entry)
    .where(and(eq(entry.kind, kind), gt(entry.publishedAt, now)));
  return row?.next ?? null;
}

/** A place after an entry of a list. It knows how many entries the list has, so that no page but the first counts. */
const cursorSchema = z.object({
  publishedAt: cursorTime,
  slug: slugSchema,
  total: z.int().check(z.gte(0), z.lt(1_000_000_000)),
});
export type Cursor = z.infer<typeof cursorSchema>;

export const { format: formatCursor, parse: parseCursor } = createCursors(cursorSchema);
