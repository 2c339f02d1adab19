import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../src-api/infra/database/connect.ts";
import type { Cursor } from "../../src-api/modules/library/entries/cursor.ts";
import { findPage } from "../../src-api/modules/library/entries/page-store.ts";
import { elapsed, quantile } from "./bench-statistics.ts";
import { wordOf } from "./library-entries.ts";

/** How often each page is read, besides the first time, which reads the tables into memory. */
const rounds = 40;
const limit = 12;

type Case = { tag?: string; q?: string; kind?: "articles" | "blog"; start?: Cursor };

/** Reads a page as the API does, with counts unless it follows a cursor. */
const read = (database: Database, now: Date, { kind = "articles", tag, q = "", start }: Case) =>
  findPage(
    database,
    { kind, language: "en", now, tag, q, inBody: true },
    { start: start ?? null, skip: 0, limit, sort: "newest" },
    { counts: start === undefined },
  );

/** Reads the same rows by an index, and nothing else. */
function readBare(database: Database, now: Date, { kind = "articles", tag = "", q, start }: Case) {
  const upTo = sql`published_at <= ${now.toISOString()}::timestamptz`;
  const isBefore = start
    ? sql`and (published_at, slug) < (${start.publishedAt.toISOString()}::timestamptz, ${start.slug}::text)`
    : sql``;
  const order = sql`order by published_at desc, slug desc limit ${limit + 1}`;
  const page: SQL = q
    ? sql`select listed.published_at, listed.slug
        from content_texts as text join content_listed as listed using (kind, slug)
        where text.search_all @@ to_tsquery('english', ${q}) and text.language = 'en' and kind = ${kind}
          and listed.tag = ${tag} and ${upTo} ${order}`
    : sql`select published_at, slug from content_listed
        where kind = ${kind} and tag = ${tag} and ${upTo} ${isBefore} ${order}`;
  return database.execute(sql`
    select entry.kind, entry.slug, entry.published_at, entry.author, entry.tags, entry.motif, entry.details,
      text.language, text.title, text.summary, text.words, text.details as text_details
    from (${page}) as page
      join content_entries as entry on entry.kind = ${kind} and entry.slug = page.slug
      join content_texts as text on text.kind = entry.kind and text.slug = entry.slug and text.language = 'en'
    order by page.published_at desc, page.slug desc`);
}

/** Returns the cursor of the page in the middle of the list. */
async function middle(database: Database, now: Date, count: number): Promise<Cursor> {
  const filter = { kind: "articles", language: "en", now, q: "", inBody: false } as const;
  const part = { start: null, skip: Math.floor(count / 2), limit: 1, sort: "newest" } as const;
  const [row] = (await findPage(database, filter, part, { counts: false })).rows;
  if (!row) throw new Error("The list is empty.");
  return { side: "after", ...row, index: count / 2, total: count };
}

const words = [50, 200, 1000, 3000, 8000, 15_000].map((at) => ({ q: wordOf(at) }));
const tags = Array.from({ length: 10 }, (_, at) => ({ tag: `tag-${at * 2}` }));

/** Reads all cases by both, alternately. Returns the times, in ms. */
async function compare(database: Database, now: Date, cases: Case[]) {
  const times: Record<"bare" | "api", number[]> = { bare: [], api: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const each of cases) {
      const bare = await elapsed(() => readBare(database, now, each));
      const api = await elapsed(() => read(database, now, each));
      if (round === 0) continue;
      times.bare.push(bare);
      times.api.push(api);
    }
  }
  return times;
}

/**
 * Compares the pages of a long list with bare queries of the same rows, and with those of 50 entries, and prints both.
 * Returns how many times longer the p95 of each is than that of the bare query.
 */
export async function measureLists(
  name: string,
  database: Database,
  count: number,
): Promise<number[]> {
  const now = new Date();
  const start = await middle(database, now, count);
  const groups: Record<string, Case[]> = {
    "first page": Array.from({ length: 5 }, () => ({})),
    "page in the middle": Array.from({ length: 5 }, () => ({ start })),
    "tag, first page": tags,
    "tag, page in the middle": tags.map((each) => ({ ...each, start })),
    "words, first page": words,
    "words, page in the middle": words.map((each) => ({ ...each, start })),
    "first page of 50": Array.from({ length: 5 }, () => ({ kind: "blog" })),
  };
  const ratios: number[] = [];
  for (const [group, cases] of Object.entries(groups)) {
    const times = await compare(database, now, cases);
    const [bare, api] = [quantile(times.bare, 0.95), quantile(times.api, 0.95)];
    const [typical, usual] = [quantile(times.bare, 0.5), quantile(times.api, 0.5)];
    ratios.push(api / bare);
    console.log(
      `${name.padEnd(12)} ${group.padEnd(26)} p95 ${api.toFixed(2)} ms (median ${usual.toFixed(2)}), ` +
        `bare query ${bare.toFixed(2)} ms (median ${typical.toFixed(2)}): ${(api / bare).toFixed(2)} times`,
    );
  }
  return ratios;
}
