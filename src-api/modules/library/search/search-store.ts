import * as z from "zod/mini";
import { type SearchSort, searchSorts } from "#shared/api/content-search.ts";
import type { TextDetails } from "#shared/api/kind-fields.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import type { Language } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { contentKindSchema } from "#shared/api/library.ts";
import { createCursors } from "#api/infra/cursors.ts";
import { inArray, sql, type SQL } from "#api/infra/database/drizzle.ts";
import type { TagNames } from "#api/modules/library/entries/columns-store.ts";
import {
  contentEntries,
  contentTags,
  contentTexts,
  contentWords,
} from "#api/modules/library/schema.ts";
import { selectQueries, selectTerms, type Words } from "./words-store.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";

/** Latest time that the database takes in this notation. */
const maxTime = Date.UTC(9999, 0);

/** The last result of a page: results are ordered by these, each descending. */
const cursorSchema = z.object({
  /** Order of the results, in which alone the cursor has a meaning. */
  sort: z._default(z.enum(searchSorts), "best"),
  /** False for a match that needed a typo correction. */
  isExact: z.boolean(),
  /** Rank as the database calculates it; 0 if the newest come first. */
  rank: z.number().check(z.gte(0), z.lte(1)),
  /** Time of publication in ms. */
  publishedAt: z.int().check(z.gte(0), z.lte(maxTime)),
  kind: contentKindSchema,
  slug: slugSchema,
});
type SearchCursor = z.infer<typeof cursorSchema>;

export const { format: formatSearchCursor, parse: parseSearchCursor } = createCursors(cursorSchema);

/** Longest part of a body in which an excerpt is looked for, in characters. */
const excerptWithin = 20_000;

/** Weights of tags, summary and title in the rank, and before them of bodies, which are not ranked. */
const weights = sql.raw("'{0, 0.02, 0.1, 1}'::real[]");

export type Search = Words & {
  now: Date;
  /** Null: all kinds. */
  kinds: readonly ContentKind[] | null;
  tag: string | undefined;
  sort: SearchSort;
};

/** A text that was found. */
export type FoundRow = Omit<SearchCursor, "publishedAt" | "sort"> & {
  publishedAt: string;
  language: Language;
  title: string;
  summary: string;
  author: string;
  tags: string[];
  /** What the kind adds to a text; null unless bodies are searched. */
  details: TextDetails | null;
  /** The beginning of the body; null unless bodies are searched. */
  body: string | null;
};

/** What a search stands for in a language: a whole word, the beginning of one (`isPrefix`), or a tag as `#id`. */
export type Mark = { language: Language; text: string; isPrefix: boolean };

const text = contentTexts;
const entry = contentEntries;
const known = contentWords;

/** Returns the condition that a published entry is shown in the language of the text, and passes the filters. */
function isShown({ language, now, kinds, tag }: Search): SQL {
  const own = sql`select from ${text} as own
    where own.kind = ${text.kind} and own.slug = ${text.slug} and own.language = ${language}::text`;
  return sql`${entry.publishedAt} <= ${now.toISOString()}::timestamptz
    and (${text.language} = ${language}::text or not exists (${own}))
    ${kinds ? sql`and ${inArray(text.kind, [...kinds])}` : sql``}
    ${tag === undefined ? sql`` : sql`and ${tag}::text = any(${entry.tags})`}`;
}

type Page = { after: SearchCursor | null; limit: number };

/** Selects the texts after the cursor that match the queries, best first; one more than `limit` at most. */
function selectMatches(
  search: Search,
  { after, limit }: Page,
  { queries, isExact, where }: { queries: SQL; isExact: boolean; where: SQL },
): SQL {
  const vector = search.inBody ? text.searchAll : text.searchTeaser;
  const rank =
    search.sort === "newest"
      ? sql`0::real`
      : sql`ts_rank(${weights}, ${text.searchTeaser}, sought.any_word)`;
  const isAfter =
    after &&
    sql`and (${isExact}::boolean, ${rank}, ${entry.publishedAt}, ${text.kind}, ${text.slug}) <
      (${after.isExact}::boolean, ${after.rank}::real, ${new Date(after.publishedAt).toISOString()}::timestamptz, ${after.kind}::text, ${after.slug}::text)`;
  return sql`select ${text.kind}, ${text.slug}, ${text.language}, ${isExact}::boolean as is_exact, ${rank} as rank, ${entry.publishedAt}
    from ${queries} as sought
      join ${text} on ${text.language} = sought.language and ${vector} @@ sought.all_words
      join ${entry} on ${entry.kind} = ${text.kind} and ${entry.slug} = ${text.slug}
    where ${isShown(search)} and ${where} ${isAfter ?? sql``}
    order by rank desc, ${entry.publishedAt} desc, ${text.kind} desc, ${text.slug} desc
    limit ${limit + 1}::int`;
}

/** Selects the texts to mark in what was found. */
const selectMarks = ({ inBody }: Search) => sql`
  with term as (
    select * from exact_term union select * from near_term where exists (select from near)
  )
  select language, term as text, is_prefix as "isPrefix" from term
  union select ${known.language}, ${known.word}, false
  from term join ${known} on ${known.language} = term.language and ${known.lexeme} = term.term
  where not is_prefix and (${inBody}::boolean or ${known.isInTeaser})`;

const selectRows = ({ inBody }: Search) => sql`
  select found.kind, found.slug, found.language, found.is_exact as "isExact", found.rank, found.published_at as "publishedAt",
    ${text.title}, ${text.summary}, ${entry.author}, ${entry.tags},
    ${inBody ? text.details : sql`null`} as details, ${inBody ? sql`left(${text.body}, ${excerptWithin}::int)` : sql`null`} as body
  from found
    join ${text} on ${text.kind} = found.kind and ${text.slug} = found.slug and ${text.language} = found.language
    join ${entry} on ${entry.kind} = found.kind and ${entry.slug} = found.slug`;

const order = sql.raw("is_exact desc, rank desc, published_at desc, kind desc, slug desc");

/** Runs the typo-tolerant query only when exact matches do not fill the page. */
function selectFound(search: Search, page: Page): SQL {
  const vector = search.inBody ? text.searchAll : text.searchTeaser;
  const isWanted = sql`(select count(*) from exact) <= ${page.limit}::int
    and (${text.kind}, ${text.slug}, ${text.language}) not in (
      select ${text.kind}, ${text.slug}, ${text.language} from exact_query as sought
        join ${text} on ${text.language} = sought.language and ${vector} @@ sought.all_words)`;
  const exact = { queries: sql`exact_query`, isExact: true, where: sql`true` };
  const near = { queries: sql`near_query`, isExact: false, where: isWanted };
  return sql`
    exact_term as materialized (${selectTerms(search, { typos: false })}),
    exact_query as materialized (${selectQueries(search, sql`exact_term`)}),
    exact as materialized (${selectMatches(search, page, exact)}),
    near_term as materialized (${selectTerms(search, { typos: true })}),
    near_query as materialized (${selectQueries(search, sql`near_term`)}),
    near as materialized (${selectMatches(search, page, near)}),
    found as materialized (
      select * from (select * from exact union all select * from near) as match
      order by ${order} limit ${page.limit + 1}::int)`;
}

/** Searches texts in one statement: best first, one more than `limit` if there is a next page. */
export async function findMatches(database: Database, search: Search, page: Page) {
  const tagNames = sql`select json_object_agg(${contentTags.id}, ${contentTags.name}) from ${contentTags}
    where ${contentTags.id} in (select unnest(tags) from shown)`;
  const [result] = await database.select({
    rows: sql<FoundRow[]>`rows`,
    marks: sql<Mark[]>`marks`,
    tagNames: sql<TagNames>`tag_names`,
  }).from(sql`(
      with ${selectFound(search, page)}, shown as materialized (${selectRows(search)})
      select
        (select coalesce(json_agg(shown order by "isExact" desc, rank desc, "publishedAt" desc, kind desc, slug desc), '[]') from shown) as rows,
        (select coalesce(json_agg(mark), '[]') from (${selectMarks(search)}) as mark) as marks,
        coalesce((${tagNames}), '{}') as tag_names
    ) as answer`);
  if (!result) throw new Error("A select of scalars returned no row.");
  return result;
}
