import { sql, type SQL } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import { type Cursor, findPage } from "#api/modules/library/entries/page-store.ts";
import { findMatches } from "#api/modules/library/search/search.ts";
import { placeOf, wordOf } from "./library-entries.ts";
import { compare, elapsed, report, type Sample } from "./samples.ts";

const limit = 12;

type Page = { tag?: string; q?: string; start?: Cursor };

/** Reads a page as the API does, with counts unless it follows a cursor. */
const readPage = (database: Database, now: Date, { tag, q = "", start }: Page) =>
  findPage(
    database,
    { kind: "articles", language: "en", now, tag, q, inBody: true },
    { start: start ?? null, limit, sort: "newest" },
    { counts: start === undefined },
  );

/** Reads the same rows by an index, and nothing else. */
function readBare(database: Database, now: Date, { tag = "", q, start }: Page) {
  const upTo = sql`published_at <= ${now.toISOString()}::timestamptz`;
  const isBefore = start
    ? sql`and (published_at, slug) < (${start.publishedAt.toISOString()}::timestamptz, ${start.slug}::text)`
    : sql``;
  const order = sql`order by published_at desc, slug desc limit ${limit + 1}`;
  const page: SQL = q
    ? sql`select listed.published_at, listed.slug
        from content_texts as text join content_listed as listed using (kind, slug)
        where text.search_all @@ to_tsquery('english', ${q}) and text.language = 'en' and kind = 'articles'
          and listed.tag = ${tag} and ${upTo} ${order}`
    : sql`select published_at, slug from content_listed
        where kind = 'articles' and tag = ${tag} and ${upTo} ${isBefore} ${order}`;
  return database.execute(sql`
    select entry.*, text.language, text.title, text.summary, text.words, text.details as text_details
    from (${page}) as page
      join content_entries as entry on entry.kind = 'articles' and entry.slug = page.slug
      join content_texts as text on text.kind = entry.kind and text.slug = entry.slug and text.language = 'en'
    order by page.published_at desc, page.slug desc`);
}

/** What is typed, and the words that are meant. */
type Search = { q: string; meant: string };

/** Common and rare words, two at once, typos, unfinished ones. */
const searches: Search[] = [50, 200, 1000, 3000, 8000, 15_000].flatMap((at) => {
  const [word, other] = [wordOf(at), wordOf(at + 5)];
  const typo = `${word.slice(0, 3)}${word.slice(4)}`;
  return [
    { q: word, meant: word },
    { q: `${word} ${other}`, meant: `${word} & ${other}` },
    { q: typo, meant: word },
    { q: word.slice(0, -1), meant: `${word.slice(0, -1)}:*` },
  ];
});

const search = (database: Database, now: Date, q: string) =>
  findMatches(
    database,
    { q, language: "en", now, kinds: null, tag: undefined, sort: "best", inBody: true },
    { after: null, limit },
  );

/** Finds texts by one index, as far as a search can be known beforehand. */
const searchBare = (database: Database, meant: string) =>
  database.execute(sql`
    select text.kind, text.slug, text.title, text.summary
    from content_texts as text join content_entries as entry using (kind, slug), to_tsquery('english', ${meant}) as query
    where text.search_all @@ query and text.language = 'en' and entry.published_at <= now()
    order by ts_rank('{0, 0.02, 0.1, 1}', text.search_teaser, query) desc, entry.published_at desc limit ${limit}`);

type Target = { rounds: number; atMost?: number };

/** Compares what is read in several cases with bare queries for the same. */
async function compareCases<Case>(
  name: string,
  cases: Case[],
  { ours, bare }: Record<"ours" | "bare", (each: Case) => Promise<unknown>>,
  { rounds, ...target }: Target,
): Promise<void> {
  const all: Required<Sample> = { ours: [], bare: [] };
  for (const each of cases) {
    const compared = await compare(
      rounds,
      () => elapsed(() => ours(each)),
      () => elapsed(() => bare(each)),
    );
    all.ours.push(...compared.ours);
    all.bare.push(...compared.bare);
  }
  report(`${name}, p95`, all, { ...target, share: 0.95 });
}

/** Compares pages of a long list and searches with bare queries for the same rows: `atMost` times their p95. */
export async function compareLibrary(
  database: Database,
  count: number,
  target: Target,
): Promise<void> {
  const now = new Date();
  const start = { ...placeOf(Math.floor(count / 2)), total: count };
  const tags = Array.from({ length: 10 }, (_, at) => ({ tag: `tag-${at * 2}` }));
  const pages: Record<string, Page[]> = {
    "first page": [{}],
    "page in the middle": [{ start }],
    "first page of a tag": tags,
    "page of a tag in the middle": tags.map((each) => ({ ...each, start })),
    "first page with words": searches.filter(({ q, meant }) => q === meant).map(({ q }) => ({ q })),
  };
  const read = {
    ours: (page: Page) => readPage(database, now, page),
    bare: (page: Page) => readBare(database, now, page),
  };
  for (const [name, cases] of Object.entries(pages)) await compareCases(name, cases, read, target);
  const found = {
    ours: ({ q }: Search) => search(database, now, q),
    bare: ({ meant }: Search) => searchBare(database, meant),
  };
  await compareCases("searches", searches, found, target);
}
