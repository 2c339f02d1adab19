import { hourMs, minuteMs } from "#shared/durations.ts";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import { shelfVisits } from "./schema.ts";

/** Time without a request after which the next one begins a new visit. */
const visitEndsAfterMs = 6 * hourMs;

/** Time after which the time of the last request is stored again. */
const storedEveryMs = 5 * minuteMs;

/** Notes that a user is here. Returns when the previous visit ended, six hours without a request; null in the first. */
export async function recordVisit(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
): Promise<Date | null> {
  const [known] = await database.select().from(shelfVisits).where(eq(shelfVisits.userId, userId));
  const time = now();
  const away = known ? time.getTime() - known.lastSeenAt.getTime() : Infinity;
  if (known && away < storedEveryMs) return known.previousVisitAt;
  const ended = new Date(time.getTime() - visitEndsAfterMs).toISOString();
  const [stored] = await database
    .insert(shelfVisits)
    .values({ userId, lastSeenAt: time, previousVisitAt: null })
    .onConflictDoUpdate({
      target: shelfVisits.userId,
      set: {
        lastSeenAt: time,
        // Compared in the statement: of two requests at once the first begins the visit.
        previousVisitAt: sql`case when ${shelfVisits.lastSeenAt} <= ${ended}::timestamptz
          then ${shelfVisits.lastSeenAt} else ${shelfVisits.previousVisitAt} end`,
      },
    })
    .returning();
  return stored?.previousVisitAt ?? null;
}

export async function findVisits(database: Portal["database"], userId: string) {
  const [visits] = await database
    .select({
      lastSeenAt: shelfVisits.lastSeenAt,
      previousVisitAt: shelfVisits.previousVisitAt,
    })
    .from(shelfVisits)
    .where(eq(shelfVisits.userId, userId));
  return visits ?? null;
}
