import type { PGlite } from "@electric-sql/pglite";
import type { Pool } from "pg";
import { hashToken } from "../../src-api/infra/tokens.ts";

/** The least that an endpoint has to read, as one statement. */
export type BareQuery = { text: string; values: unknown[] };

const entryColumns =
  "e.kind, e.slug, e.published_at, e.author, e.tags, e.motif, e.details, t.title, t.summary, t.words, t.details as text_details";
const textOf =
  "content_texts t on t.kind = e.kind and t.slug = e.slug and t.language = 'en' where e.kind = $1";

/** Returns an entry with its text. */
export const entryQuery = (kind: string, slug: string): BareQuery => ({
  text: `select ${entryColumns}, t.body from content_entries e join ${textOf} and e.slug = $2`,
  values: [kind, slug],
});

/** Returns the first page of a list. */
export const listQuery = (kind: string): BareQuery => ({
  text: `select ${entryColumns} from content_entries e join ${textOf} order by e.published_at desc, e.slug desc limit 12`,
  values: [kind],
});

/** Returns the user of a session, without the membership. */
export const meQuery = (token: string): BareQuery => ({
  text: "select u.id, u.email, u.name, u.roles from sessions s join users u on u.id = s.user_id where s.token_hash = $1",
  values: [hashToken(token)],
});

/**
 * Runs a query over and over for some ms, ten at a time, as the requests of ten connections do.
 * Returns how often it ran per second.
 */
export async function queryRate(client: PGlite | Pool, query: BareQuery, ms: number) {
  const { text, values } = query;
  const begin = performance.now();
  let count = 0;
  const run = async () => {
    while (performance.now() - begin < ms) {
      // The driver's own call, which both have in common.
      const { rows } = await (client as Pool).query(text, values);
      if (rows.length === 0) throw new Error(`Nothing was found by: ${text}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, run));
  return count / ((performance.now() - begin) / 1000);
}
