import type { ContentKind } from "#shared/content-kinds.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, lte, sql } from "#api/infra/database/drizzle.ts";
import { contentEntries } from "#api/modules/library/schema.ts";

const entry = contentEntries;

/** When an entry was new: published, and there. Each has one such time, and is in one mail. */
const newAt = sql`greatest(${entry.publishedAt}, ${entry.appearedAt})`.mapWith(entry.publishedAt);

/** Older entries that appear are no news: those of a first import, say. */
const isNews = sql`(${entry.appearedAt} is null or ${entry.publishedAt} > ${entry.appearedAt} - interval '14 days')`;

const newUntil = (until: Date) =>
  and(lte(entry.publishedAt, until), isNews, sql`${newAt} <= ${until.toISOString()}::timestamptz`);

export async function findLatestNews(database: Database, until: Date): Promise<Date | null> {
  const [row] = await database
    .select({ latest: sql<Date | null>`max(${newAt})`.mapWith(entry.publishedAt) })
    .from(entry)
    .where(newUntil(until));
  return row?.latest ?? null;
}

export const findNews = (
  database: Database,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<{ kind: ContentKind; slug: string }[]> =>
  database
    .select({ kind: entry.kind, slug: entry.slug })
    .from(entry)
    .where(and(newUntil(until), sql`${newAt} > ${since.toISOString()}::timestamptz`))
    .orderBy(desc(entry.publishedAt), entry.slug)
    .limit(limit);
