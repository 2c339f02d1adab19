import type { ContentKind } from "#shared/content-kinds.ts";
import { and, asc, count, desc, gte, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { businessDay, startOf } from "#api/infra/written-time.ts";
import { shelfItems } from "./schema.ts";

/** An entry, and how many members read or watched it. */
export type MostRead = { kind: ContentKind; slug: string; readings: number };

/** Returns the entries that most members read or watched on the last seven of the seller's days, today included. */
export function findMostRead(
  database: Database,
  { now, timeZone }: { now: Date; timeZone: string },
  limit: number,
): Promise<MostRead[]> {
  const since = startOf(businessDay(now, timeZone), timeZone, -6);
  const { kind, slug, type, changedAt } = shelfItems;
  return database
    .select({ kind, slug, readings: count() })
    .from(shelfItems)
    .where(and(sql`${type} = 'place'`, gte(changedAt, since))) // as in the index `shelf_items_read`
    .groupBy(kind, slug)
    .orderBy(desc(count()), asc(kind), asc(slug))
    .limit(limit);
}
