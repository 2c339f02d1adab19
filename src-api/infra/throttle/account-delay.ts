import { eq, sql } from "drizzle-orm";
import { ApiError } from "../api-error.ts";
import { rateLimits } from "./schema.ts";
import type { Services } from "../services.ts";
import { isOver, keyOf, secondsUntil } from "./counters.ts";

/**
 * Failures within this time (ms) that cost nothing; each one more doubles the delay, up to `longest`.
 * More than one client can cause: its own limit stops it first, so that it delays nobody but itself.
 */
export const accountDelay = { free: 50, within: 60 * 60_000, longest: 15 * 60_000 };

const keyOfAccount = (subject: string) => keyOf("account", subject);

/**
 * Counts a failure at an account, whichever network it comes from: before the password is verified, so
 * that parallel tries are counted as well. After fifty within an hour each one is followed by a delay of
 * 1, 2, 4 … seconds, until an hour passes without any. Throws `too-many-requests` during a delay;
 * what is refused then is not counted.
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

/** Takes a counted failure back, with its delay, because the password turned out right. */
export async function takeFailureBack({ database }: Services, subject: string): Promise<void> {
  await database
    .update(rateLimits)
    .set({ points: sql`greatest(${rateLimits.points} - 1, 0)`, blockedUntil: null })
    .where(eq(rateLimits.key, keyOfAccount(subject)));
}
