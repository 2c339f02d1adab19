import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect, type Database } from "../../src-api/infra/database/connect.ts";
import { findMatches } from "../../src-api/modules/library/search/search-store.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { measureLists } from "./bench-library-lists.ts";
import { measureScrolling } from "./bench-library-scroll.ts";
import { elapsed, quantile } from "./bench-statistics.ts";
import { wordOf, writeEntries } from "./library-entries.ts";

const defaultCount = 50_000;
/** How often each search runs. */
const rounds = 5;
const limit = 12;
/** Times that the p95 of the bare query may take, on PostgreSQL. */
const target = 3;

/** What is typed, and the words that are meant: common and rare ones, two at once, typos, unfinished. */
const searches = [50, 200, 1000, 3000, 8000, 15_000].flatMap((at) => {
  const [word, other] = [wordOf(at), wordOf(at + 5)];
  const typo = `${word.slice(0, 3)}${word.slice(4)}`;
  return [
    { q: word, meant: word },
    { q: `${word} ${other}`, meant: `${word} & ${other}` },
    { q: typo, meant: word },
    { q: `${typo} ${other}`, meant: `${word} & ${other}` },
    { q: word.slice(0, -1), meant: `${word.slice(0, -1)}:*` },
  ];
});

/** Finds texts by one index, as far as a search can be known beforehand. */
const findBare = (database: Database, meant: string) =>
  database.execute(sql`
    select text.kind, text.slug, text.title, text.summary
    from content_texts as text join content_entries as entry using (kind, slug), to_tsquery('english', ${meant}) as query
    where text.search_all @@ query and text.language = 'en' and entry.published_at <= now()
    order by ts_rank('{0, 0.02, 0.1, 1}', text.search_teaser, query) desc, entry.published_at desc limit ${limit}`);

/** Compares searches with bare queries, alternately, and prints both. Returns how many times longer p95 is. */
async function measure(name: string, database: Database): Promise<number> {
  const now = new Date();
  const search = (q: string) =>
    findMatches(
      database,
      { q, language: "en", now, kinds: null, tag: undefined, sort: "best", inBody: true },
      { after: null, limit },
    );
  const times: Record<"bare" | "search", number[]> = { bare: [], search: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const { q, meant } of searches) {
      const bare = await elapsed(() => findBare(database, meant));
      const full = await elapsed(() => search(q));
      if (round === 0) continue; // reads the tables into memory
      times.bare.push(bare);
      times.search.push(full);
    }
  }
  const [bare, full] = [quantile(times.bare, 0.95), quantile(times.search, 0.95)];
  const medians = [quantile(times.bare, 0.5), quantile(times.search, 0.5)];
  console.log(
    `${name.padEnd(12)} search p95 ${full.toFixed(1)} ms (median ${medians[1]?.toFixed(1)}), ` +
      `bare query ${bare.toFixed(1)} ms (median ${medians[0]?.toFixed(1)}): ${(full / bare).toFixed(2)} times`,
  );
  return full / bare;
}

async function benchPlace(
  name: string,
  databaseUrl: string | null,
  count: number,
  dataDir: string,
) {
  const { database, close } = await connect({ databaseUrl, dataDir });
  const written = await elapsed(() => writeEntries(database, count));
  console.log(`${name.padEnd(12)} ${count} entries written in ${(written / 1000).toFixed(0)} s`);
  const ratios = [await measure(name, database), ...(await measureLists(name, database, count))];
  await close();
  return Math.max(...ratios);
}

/** Compares searches and lists in the database. Returns the highest ratio of a p95. */
async function benchDatabase(count: number): Promise<number> {
  const server = process.env["DATABASE_URL"];
  if (server) {
    const { url, drop } = await createBenchDatabase(server);
    const ratio = await benchPlace("PostgreSQL", url, count, "");
    await drop();
    return ratio;
  }
  const folder = await mkdtemp(join(tmpdir(), "bench-library-"));
  try {
    return await benchPlace("PGlite", null, count, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reads generated entries (50,000, or the number in the first option) as a member: searches with typos and unfinished
 * words, pages of lists by tag and words. Compares each with a bare query on the same index for the same rows. On the
 * embedded database, or on PostgreSQL with DATABASE_URL, where it exits with 1 if a p95 is more than 3 times that of the
 * bare query. Then scrolls a list of as many in the browser, and exits with 1 if too much is rendered, or far fewer
 * frames than of a bare list. With `scroll` in place of the number it only scrolls.
 */
export async function benchLibrary([option = `${defaultCount}`]: string[]): Promise<void> {
  const onlyScrolls = option === "scroll";
  const count = onlyScrolls ? defaultCount : Number(option);
  const ratio = onlyScrolls ? 0 : await benchDatabase(count);
  const isMet = await measureScrolling(count);
  if (!isMet || (process.env["DATABASE_URL"] && ratio > target)) process.exitCode = 1;
}
