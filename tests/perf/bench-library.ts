import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { connect, type Database } from "../../src-api/infra/database/connect.ts";
import { findMatches } from "../../src-api/modules/library/search/search-store.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { quantile } from "./bench-statistics.ts";

const defaultCount = 50_000;
/** How often each search runs. */
const rounds = 5;
const limit = 12;
/** Times that the p95 of the bare query may take, on PostgreSQL. */
const target = 3;

const vocabulary = 20_000;
const syllables = "ba do ke li mu na po ra se ti vo zu fa ge hi ju".split(" ");

/** Returns one of the generated words: six to eight letters, each at least two typos from most others. */
function wordOf(at: number): string {
  const digits = [at % 16, (at >> 4) % 16, (at >> 8) % 16, (at >> 12) % 16];
  return digits.map((digit) => syllables[digit]).join("");
}

/** Writes entries in English, a fifth of them in Polish too, of words as frequent as in a language (Zipf). */
async function writeEntries(database: Database, count: number): Promise<void> {
  const words = sql.param(Array.from({ length: vocabulary }, (_, at) => wordOf(at)));
  const text = (length: number) => sql`(
    select string_agg((${words}::text[])[exp(random() * ln(${vocabulary}::float8))::int], ' ')
    from generate_series(1, ${length}::int) where at > 0)`;
  await database.execute(sql`
    insert into content_tags (id, name, origin)
    select 'tag-' || at, jsonb_build_object('en', 'Tag ' || at), 'portal' from generate_series(0, 19) as at`);
  for (let from = 1; from <= count; from += 1000) {
    const range = sql`generate_series(${from}::int, ${Math.min(count, from + 999)}::int) as at`;
    await database.execute(sql`
      insert into content_entries (kind, slug, published_at, author, tags, motif, details, origin)
      select case at % 2 when 0 then 'articles' else 'blog' end, 'entry-' || at,
        timestamptz '2026-01-01' - at * interval '1 hour', 'Ada', array['tag-' || at % 20], 'jump', '{}', 'portal'
      from ${range}`);
    await database.execute(sql`
      insert into content_texts (kind, slug, language, title, summary, body, words, details)
      select case at % 2 when 0 then 'articles' else 'blog' end, 'entry-' || at, language,
        ${text(5)}, ${text(15)}, ${text(150)}, 150, '{}'
      from ${range}, unnest(case when at % 5 = 0 then array['en', 'pl'] else array['en'] end) as language`);
  }
  await database.execute(sql`analyze`);
}

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

const elapsed = async (act: () => Promise<unknown>) => {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
};

/** Compares searches with bare queries, alternately, and prints both. Returns how many times longer p95 is. */
async function measure(name: string, database: Database): Promise<number> {
  const now = new Date();
  const search = (q: string) =>
    findMatches(
      database,
      { q, language: "en", now, kinds: null, tag: undefined, inBody: true },
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
  const ratio = await measure(name, database);
  await close();
  return ratio;
}

/**
 * Searches generated entries (50,000, or the number in the first option) as a member, with typos and unfinished words,
 * and compares that with a bare query on the same index that is given the words that are meant. On the embedded
 * database, or on PostgreSQL with DATABASE_URL, where it exits with 1 if the p95 is more than 3 times that of the
 * bare query.
 */
export async function benchLibrary([option = `${defaultCount}`]: string[]): Promise<void> {
  const server = process.env["DATABASE_URL"];
  const folder = await mkdtemp(join(tmpdir(), "bench-library-"));
  try {
    if (!server) return void (await benchPlace("PGlite", null, Number(option), folder));
    const { url, drop } = await createBenchDatabase(server);
    const ratio = await benchPlace("PostgreSQL", url, Number(option), folder);
    await drop();
    if (ratio > target) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
