import { eq, sql } from "drizzle-orm";
import { ApiError } from "../api-error.ts";
import { rateLimits } from "./schema.ts";
import type { Services } from "../services.ts";
import { isOver, keyOf, secondsUntil } from "./counters.ts";

/**
 * Number of failures within this time (ms) that cause no delay; each further one doubles the delay,
 * up to `longest`. A single client cannot cause that many: its own limit stops it first, so it
 * cannot delay the owner.
 */
export const accountDelay = { free: 50, within: 60 * 60_000, longest: 15 * 60_000 };

const keyOfAccount = (subject: string) => keyOf("account", subject);

/**
 * Counts a failure of an account, from any network. Called before the password is verified, so that
 * parallel attempts count as well. After fifty failures within an hour, each one is followed by a
 * delay of 1, 2, 4 … seconds, until an hour passes without failures. Throws `too-many-requests`
 * during a delay; refused attempts are not counted.
 */
export async function countFailure({ database, now }: Services, subject: string): Promise<void> {
  const key = keyOfAccount(subject);
  const at = now();
  const { free, within, longest } = accountDelay;
  const failures = sql`case when ${isOver(at)} then 1 else ${rateLimits.points} + 1 end`;
  const delay = sql`least(power(2, least((${failures}) - ${free}::int, 20)), ${longest / 1000}::int)`;
  const counted = await database
    .insert(rateLimits)
    .values({ key, points: 1, expiresAt: new Date(at.getTime() + within) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: failures,
        expiresAt: sql`case when ${isOver(at)} or (${failures}) >= ${free} then excluded.expires_at else ${rateLimits.expiresAt} end`,
        blockedUntil: sql`case when (${failures}) >= ${free} then ${at.toISOString()}::timestamptz + (${delay}) * interval '1 second' end`,
      },
      setWhere: sql`${isOver(at)} or ${rateLimits.blockedUntil} is null or ${rateLimits.blockedUntil} <= ${at.toISOString()}::timestamptz`,
    })
    .returning({ key: rateLimits.key });
  if (counted.length > 0) return;
  const [row] = await database.select().from(rateLimits).where(eq(rateLimits.key, key));
  const retryAfter = secondsUntil(row?.blockedUntil ?? at, at);
  throw new ApiError("too-many-requests", { retryAfter });
}

/** Undoes a counted failure and its delay, because the password was right. */
export async function undoFailure({ database }: Services, subject: string): Promise<void> {
  await database
    .update(rateLimits)
    .set({ points: sql`greatest(${rateLimits.points} - 1, 0)`, blockedUntil: null })
    .where(eq(rateLimits.key, keyOfAccount(subject)));
}
