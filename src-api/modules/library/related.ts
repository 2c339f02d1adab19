import type { FastifyInstance } from "fastify";
import type { EntryKey } from "./entries/stored-entries.ts";
import { listRelated, relatedLimit } from "#shared/api/related.ts";
import { isKindShown, shownKinds } from "#shared/parts.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { teasersOf } from "./entries/public-teasers.ts";
import type { Origin } from "#api/infra/database/columns.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, inArray, lte, sql } from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import { findEntryWithoutText } from "./entries/entry-store.ts";
import { contentEntries } from "./schema.ts";

/** What goes with an entry, for active members, as the entry is. */
export default async function relatedRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listRelated, async ({ params }, { language }) => {
    const keys = await findRelatedKeys(portal, params);
    if (!keys) throw new ApiError("not-found");
    const teasers = await teasersOf(portal, keys, language);
    return { items: keys.flatMap((key) => teasers.of(key) ?? []) };
  });
}

const entry = contentEntries;

const reference = sql<string>`${entry.kind} || '/' || ${entry.slug}`;
const keyColumns = { reference, kind: entry.kind, slug: entry.slug };

/** Returns the entries that an entry names, then those that name it, newest first. Null if it is not published. */
async function findRelatedKeys(
  { database, brand, ...portal }: Pick<Portal, "database" | "now" | "brand">,
  key: EntryKey,
): Promise<EntryKey[] | null> {
  const now = portal.now();
  const found = await findEntryWithoutText(database, { ...key, now });
  if (!found?.isPublished) return null;
  const own = `${key.kind}/${key.slug}`;
  const named = await database
    .select(keyColumns)
    .from(entry)
    .where(
      and(
        inArray(sql`(${entry.kind}, ${entry.slug})`, [
          sql`(null, null)`,
          ...found.related.map((it) => sql`(${it.split("/")[0]}::text, ${it.split("/")[1]}::text)`),
        ]),
        lte(entry.publishedAt, now),
      ),
    );
  const naming = await database
    .select(keyColumns)
    .from(entry)
    .where(
      and(
        sql`${entry.related} @> array[${own}::text]`,
        lte(entry.publishedAt, now),
        inArray(entry.kind, shownKinds(brand)),
      ),
    )
    .orderBy(desc(entry.publishedAt), entry.kind, entry.slug)
    .limit(relatedLimit + 1);
  const inOrder = found.related.flatMap((it) =>
    named.filter((row) => row.reference === it && isKindShown(brand, row.kind)),
  );
  const all = new Map([...inOrder, ...naming].map((row) => [row.reference, row]));
  all.delete(own);
  return [...all.values()].slice(0, relatedLimit).map(({ kind, slug }) => ({ kind, slug }));
}

/** Most missing entries that are named. */
const shownMissing = 100;

/** Returns which entries of some origins name entries that do not exist, as lines of a report. */
export async function listMissingRelated(database: Database, from: Origin[]): Promise<string[]> {
  const rows = await database
    .select({ from: reference, wanted: sql<string>`wanted` })
    .from(entry)
    .innerJoin(sql`unnest(${entry.related}) as wanted`, sql`true`)
    .where(
      and(
        inArray(entry.origin, from),
        sql`not exists (select from ${entry} as other where other.kind || '/' || other.slug = wanted)`,
      ),
    )
    .orderBy(entry.kind, entry.slug)
    .limit(shownMissing);
  return rows.map((row) => `${row.from}/entry.json: related: there is no ${row.wanted}`);
}
