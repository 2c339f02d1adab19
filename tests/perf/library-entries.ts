import { sql } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";

const vocabulary = 20_000;
const syllables = "ba do ke li mu na po ra se ti vo zu fa ge hi ju".split(" ");

/** Returns one of the generated words: six to eight letters, each at least two typos from most others. */
export function wordOf(at: number): string {
  const digits = [at % 16, (at >> 4) % 16, (at >> 8) % 16, (at >> 12) % 16];
  return digits.map((digit) => syllables[digit]).join("");
}

const newest = Date.UTC(2026, 0, 1);

/** Returns the place in the list of the entry with this number, counted from the newest one. */
export const placeOf = (at: number) => ({
  slug: `entry-${at}`,
  publishedAt: new Date(newest - at * 3_600_000),
});

/** Writes articles in English, a fifth of them in Polish too, of words as frequent as in a language (Zipf). */
export async function writeEntries(database: Database, count: number): Promise<void> {
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
      select 'articles', 'entry-' || at,
        ${new Date(newest).toISOString()}::timestamptz - at * interval '1 hour', 'Ada', array['tag-' || at % 20], 'jump', '{}', 'portal'
      from ${range}`);
    await database.execute(sql`
      insert into content_texts (kind, slug, language, title, summary, body, words, details)
      select 'articles', 'entry-' || at, language,
        ${text(5)}, ${text(15)}, ${text(150)}, 150, '{}'
      from ${range}, unnest(case when at % 5 = 0 then array['en', 'pl'] else array['en'] end) as language`);
  }
  // As autovacuum does in time: an index is read without the table then.
  await database.execute(sql`vacuum analyze content_listed`);
  await database.execute(sql`analyze`);
}
