import type { ContentKind } from "#shared/content-kinds.ts";
import { dayMs } from "#shared/durations.ts";
import { and, asc, count, desc, gte, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import { shelfItems } from "./schema.ts";

/** An entry, and how many members read or watched it. */
export type MostRead = { kind: ContentKind; slug: string; readings: number };

/** Returns the entries that most members read or watched on the last seven days (UTC), today included. */
export function findMostRead(database: Database, now: Date, limit: number): Promise<MostRead[]> {
  const since = new Date(now.getTime() - 6 * dayMs);
  since.setUTCHours(0, 0, 0, 0);
  const { kind, slug, type, changedAt } = shelfItems;
  return database
    .select({ kind, slug, readings: count() })
    .from(shelfItems)
    .where(and(sql`${type} = 'place'`, gte(changedAt, since))) // as in the index `shelf_items_read`
    .groupBy(kind, slug)
    .orderBy(desc(count()), asc(kind), asc(slug))
    .limit(limit);
}
