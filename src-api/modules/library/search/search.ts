import type { FastifyInstance } from "fastify";
import { isActiveMember } from "#shared/active-member.ts";
import {
  searchContent,
  type SearchResult,
  type SearchSort,
  searchSorts,
  type TextPart,
} from "#shared/api/content-search.ts";
import { pageSizes, contentKindSchema } from "#shared/api/library.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { type Language, defaultLanguage } from "#shared/languages.ts";
import { shownKinds } from "#shared/parts.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { serve } from "#api/http/serve.ts";
import { presentTag } from "#api/modules/library/entries/present.ts";
import * as z from "zod/mini";
import type { TextDetails } from "#shared/api/kind-fields.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { createCursors } from "#api/infra/cursors.ts";
import { inArray, sql, type SQL } from "#api/infra/database/drizzle.ts";
import type { TagNames } from "#api/modules/library/entries/columns-store.ts";
import {
  contentEntries,
  contentTags,
  contentTexts,
  contentWords,
  type EntryDetails,
} from "#api/modules/library/schema.ts";
import { presentCover } from "#api/modules/library/media/signed-media.ts";
import { slugSchema } from "#api/modules/library/kind-rules.ts";
import { imagePattern } from "#api/infra/markdown/image-pattern.ts";

type Found = Awaited<ReturnType<typeof findMatches>>;

/** Returns the surroundings of a match in a body, else in the details; for others than members there are none. */
function excerptIn({ body, details }: FoundRow, isMatch: Matcher) {
  if (body === null) return [];
  const inBody = excerptOf(body, isMatch);
  return inBody.length > 0 ? inBody : excerptOf(detailsText(details), isMatch);
}

function presentResult(row: FoundRow, found: Found, language: Language): SearchResult {
  const { kind, slug, title, summary } = row;
  const isMatch = createMatcher(found.marks, row.language);
  const [inTitle, inSummary] = [divide(title, isMatch), divide(summary, isMatch)];
  const isSeen = [...inTitle, ...inSummary].some((part) => part.isMatch);
  const isNamed = (tag: string) => found.marks.some(({ text }) => text === `#${tag}`);
  return {
    kind,
    slug,
    language: row.language,
    title,
    summary,
    motif: row.motif,
    ...presentCover({ kind, slug, details: row.entryDetails }, language),
    tags: row.tags.map((tag) => ({
      ...presentTag(tag, found.tagNames, language),
      isMatch: isNamed(tag),
    })),
    author: {
      name: row.author,
      isMatch: divide(row.author, isMatch).some((part) => part.isMatch),
    },
    highlights: {
      title: inTitle,
      summary: inSummary,
      excerpt: isSeen ? [] : excerptIn(row, isMatch),
    },
  };
}

/** The search over everything. Only members search the bodies: a match reveals what they say. */
export default async function searchRoutes(app: FastifyInstance): Promise<void> {
  const { database, now } = app.portal;

  serve(app, searchContent, async ({ query }, { language, session }) => {
    const { q, tag, sort = "best" } = query;
    const limit = query.limit ?? pageSizes.default;
    const after = query.cursor === undefined ? null : parseSearchCursor(query.cursor);
    if (after && after.sort !== sort) throw new ApiError("validation");
    if (q === "") return { items: [], nextCursor: null };
    const chosen = new Set<string>(query.kinds?.split(","));
    const shown = shownKinds(app.portal.brand);
    const wanted = query.kinds ? shown.filter((kind) => chosen.has(kind)) : shown;
    if (wanted.length === 0) return { items: [], nextCursor: null };
    const kinds = wanted.length < contentKinds.length ? wanted : null;
    const inBody = isActiveMember("held", session);
    const search = { q, language, now: now(), kinds, tag, sort, inBody };
    const found = await findMatches(database, search, { after, limit });
    const rows = found.rows.slice(0, limit);
    const last = found.rows.length > limit ? rows.at(-1) : undefined;
    return {
      items: rows.map((row) => presentResult(row, found, language)),
      nextCursor: last
        ? formatSearchCursor({ ...last, sort, publishedAt: Date.parse(last.publishedAt) })
        : null,
      ...(tag !== undefined && { topic: presentTag(tag, found.tagNames, language) }),
    };
  });
}

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

const { format: formatSearchCursor, parse: parseSearchCursor } = createCursors(cursorSchema);

/** Longest part of a body in which an excerpt is looked for, in characters. */
const excerptWithin = 20_000;

/** Weights of tags, summary and title in the rank, and before them of bodies, which are not ranked. */
const weights = sql.raw("'{0, 0.02, 0.1, 1}'::real[]");

type Search = Words & {
  now: Date;
  /** Null: all kinds. */
  kinds: readonly ContentKind[] | null;
  tag: string | undefined;
  sort: SearchSort;
};

/** A text that was found. */
type FoundRow = Omit<SearchCursor, "publishedAt" | "sort"> & {
  publishedAt: string;
  language: Language;
  title: string;
  summary: string;
  author: string;
  tags: string[];
  motif: string;
  entryDetails: EntryDetails;
  /** What the kind adds to a text; null unless bodies are searched. */
  details: TextDetails | null;
  /** The beginning of the body; null unless bodies are searched. */
  body: string | null;
};

/** What a search stands for in a language: a whole word, the beginning of one (`isPrefix`), or a tag as `#id`. */
type Mark = { language: Language; text: string; isPrefix: boolean };

const texts = contentTexts;
const entry = contentEntries;
const known = contentWords;

/** Returns the condition that a published entry is shown in the language of the text, and passes the filters. */
function isShown({ language, now, kinds, tag }: Search): SQL {
  const own = sql`select from ${texts} as own
    where own.kind = ${texts.kind} and own.slug = ${texts.slug} and own.language = ${language}::text`;
  return sql`${entry.publishedAt} <= ${now.toISOString()}::timestamptz
    and (${texts.language} = ${language}::text or (${texts.language} = ${entry.standIn} and not exists (${own})))
    ${kinds ? sql`and ${inArray(texts.kind, [...kinds])}` : sql``}
    ${tag === undefined ? sql`` : sql`and ${tag}::text = any(${entry.tags})`}`;
}

type ResultPage = { after: SearchCursor | null; limit: number };

/** Selects the texts after the cursor that match the queries, best first; one more than `limit` at most. */
function selectMatches(
  search: Search,
  { after, limit }: ResultPage,
  { queries, isExact, where }: { queries: SQL; isExact: boolean; where: SQL },
): SQL {
  const vector = search.inBody ? texts.searchAll : texts.searchTeaser;
  const rank =
    search.sort === "newest"
      ? sql`0::real`
      : sql`ts_rank(${weights}, ${texts.searchTeaser}, sought.any_word)`;
  const isAfter =
    after &&
    sql`and (${isExact}::boolean, ${rank}, ${entry.publishedAt}, ${texts.kind}, ${texts.slug}) <
      (${after.isExact}::boolean, ${after.rank}::real, ${new Date(after.publishedAt).toISOString()}::timestamptz, ${after.kind}::text, ${after.slug}::text)`;
  return sql`select ${texts.kind}, ${texts.slug}, ${texts.language}, ${isExact}::boolean as is_exact, ${rank} as rank, ${entry.publishedAt}
    from ${queries} as sought
      join ${texts} on ${texts.language} = sought.language and ${vector} @@ sought.all_words
      join ${entry} on ${entry.kind} = ${texts.kind} and ${entry.slug} = ${texts.slug}
    where ${isShown(search)} and ${where} ${isAfter ?? sql``}
    order by rank desc, ${entry.publishedAt} desc, ${texts.kind} desc, ${texts.slug} desc
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
    ${texts.title}, ${texts.summary}, ${entry.author}, ${entry.tags}, ${entry.motif}, ${entry.details} as "entryDetails",
    ${inBody ? texts.details : sql`null`} as details, ${inBody ? sql`left(${texts.body}, ${excerptWithin}::int)` : sql`null`} as body
  from found
    join ${texts} on ${texts.kind} = found.kind and ${texts.slug} = found.slug and ${texts.language} = found.language
    join ${entry} on ${entry.kind} = found.kind and ${entry.slug} = found.slug`;

const order = sql.raw("is_exact desc, rank desc, published_at desc, kind desc, slug desc");

/** Runs the typo-tolerant query only when exact matches do not fill the page. */
function selectFound(search: Search, page: ResultPage): SQL {
  const vector = search.inBody ? texts.searchAll : texts.searchTeaser;
  const isWanted = sql`(select count(*) from exact) <= ${page.limit}::int
    and (${texts.kind}, ${texts.slug}, ${texts.language}) not in (
      select ${texts.kind}, ${texts.slug}, ${texts.language} from exact_query as sought
        join ${texts} on ${texts.language} = sought.language and ${vector} @@ sought.all_words)`;
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
export async function findMatches(database: Database, search: Search, page: ResultPage) {
  const { tag = null, now } = search;
  // A tag that only drafts and scheduled entries have is not named: that would say what they are about.
  const isTagKnown = sql`${contentTags.id} = ${tag}::text and exists (
    select from ${entry} where ${entry.publishedAt} <= ${now.toISOString()}::timestamptz and ${tag}::text = any(${entry.tags}))`;
  const tagNames = sql`select json_object_agg(${contentTags.id}, ${contentTags.name}) from ${contentTags}
    where ${contentTags.id} in (select unnest(tags) from shown) or ${isTagKnown}`;
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

/** Words that texts are searched for. */
type Words = {
  q: string;
  /** Language of the caller. */
  language: Language;
  inBody: boolean;
};

/** Selects the languages in which the caller sees texts, as `language`. */
const languagesOf = ({ language }: Words) => sql`(
  select unnest(${sql.param([language, defaultLanguage], contentEntries.tags)}::text[]) as language
  union select ${entry.standIn} from ${entry} where ${entry.standIn} <> 'en') as shown_in`;

/** Selects what the words of a search stand for in each language. */
export const selectTerms = (words: Words, { typos }: { typos: boolean }): SQL =>
  sql`select language, term.* from ${languagesOf(words)},
    content_search_terms(${words.q}::text, language, ${words.language}::text, ${words.inBody}::boolean, ${typos}::boolean) as term`;

/** Selects for each language the query for all words, and for any word, by which texts are ranked. */
export const selectQueries = (words: Words, terms: SQL) => sql`select wanted.language, query.*
  from (select * from ${languagesOf(words)}) as wanted, lateral (
    select
      content_search_query(array_agg(place), array_agg(term), array_agg(is_prefix), '&') as all_words,
      content_search_query(array_agg(place), array_agg(term), array_agg(is_prefix), '|') as any_word
    from ${terms} as term where term.language = wanted.language
  ) as query`;

/** Characters of an excerpt before its first match, and in all. */
const excerpt = { before: 60, length: 220 };

/** Characters that nobody sees, such as soft hyphens; `content_search_text` leaves out the same. */
const invisible =
  // oxlint-disable-next-line no-misleading-character-class -- joiners and variation selectors are meant one by one
  /[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFE00-\uFE0F\uFEFF]/gu;

const letters = `[\\p{L}\\p{Nd}\\p{M}${invisible.source.slice(1, -1)}]+`;
const wordPattern = new RegExp(letters, "gu");
/** Words with those in parts, such as "start-line" and "AT&T", as one. */
const joinedPattern = new RegExp(`${letters}(?:[-'’ʼ‘´\`‐‑&]${letters})*`, "gu");

/** Returns a word as the database compares it: in lower case and without accents. */
const fold = (word: string) =>
  word
    .replace(invisible, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[-'’ʼ‘´`‐‑&]/g, "")
    .replaceAll("ł", "l");

/** Returns the function that says whether a word of a text in a language is to be marked. */
function createMatcher(marks: readonly Mark[], language: Language) {
  const own = marks.filter((mark) => mark.language === language);
  const words = new Set(own.filter(({ isPrefix }) => !isPrefix).map(({ text }) => text));
  const prefixes = own.filter(({ isPrefix }) => isPrefix).map(({ text }) => text);
  return (word: string): boolean => {
    const folded = fold(word);
    return words.has(folded) || prefixes.some((prefix) => folded.startsWith(prefix));
  };
}
type Matcher = ReturnType<typeof createMatcher>;

/** Returns the words of a text that match: one in parts as a whole, or else the parts that do. */
function matchesIn(text: string, isMatch: Matcher): { 0: string; index: number }[] {
  return [...text.matchAll(joinedPattern)].flatMap(({ 0: joined, index }) =>
    isMatch(joined)
      ? [{ 0: joined, index }]
      : [...joined.matchAll(wordPattern)]
          .filter(([part]) => isMatch(part))
          .map((part) => ({ 0: part[0], index: index + part.index })),
  );
}

/** Divides a text into what matches and what does not. Joined, the parts are the text. */
function divide(text: string, isMatch: Matcher): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of matchesIn(text, isMatch)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: word, isMatch: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

const images = new RegExp(imagePattern, "g");

/** What a block of a drawn set-up has besides its captions and labels; the database leaves out the same (`search.sql`). */
const notation =
  /^[ \t]*(?:(?:`{3,}|~{3,})[^\n]*|field +[\d.]+ *x *[\d.]+|caption |(?:\d+ +)?[a-z-]+(?: +[\d.]+,[\d.]+)+(?: +-?\d+)?)/gm;

/** Returns Markdown as plain text in one line: without marks of headings, lists, tables and emphasis, and targets of links. */
const plainText = (markdown: string) =>
  markdown
    .replaceAll(notation, " ")
    .replaceAll(images, "$<alt> $<quoted>$<single>$<bracketed>")
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/<[^<>]*>/g, " ")
    .replace(/^[ \t]*(#+|>|[-*+]|\d+\.)[ \t]/gm, "")
    .replace(/[*`]+/g, "")
    .replace(/\|/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Fields of details that no reader sees in the entry: codes, and what it contributes to countdowns, which is not searched. */
const unseen = new Set(["unit", "showDay"]);

/** Returns the texts of details, such as ingredients or the sessions of weeks, in one line. */
function detailsText(details: unknown): string {
  const found: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") found.push(value.replaceAll(notation, ""));
    if (typeof value !== "object" || value === null) return;
    for (const [field, inner] of Object.entries(value)) if (!unseen.has(field)) collect(inner);
  };
  collect(details);
  return found.join(" · ");
}

/** Returns the surroundings of the first match in the beginning of a body, in parts; none if nothing matches. */
function excerptOf(markdown: string, isMatch: Matcher): TextPart[] {
  const text = plainText(markdown);
  const [first] = matchesIn(text, isMatch);
  if (!first) return [];
  const begin = text.lastIndexOf(" ", Math.max(0, first.index - excerpt.before)) + 1;
  const limit = Math.max(begin + excerpt.length, first.index + first[0].length);
  const space = text.indexOf(" ", limit);
  const end = space < 0 || space > limit + 40 ? limit : space;
  const cut = `${begin > 0 ? "… " : ""}${text.slice(begin, end)}${end < text.length ? " …" : ""}`;
  return divide(cut, isMatch);
}
