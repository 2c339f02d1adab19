import { sql } from "drizzle-orm";
import { ApiError } from "../api-error.ts";
import { rateLimits } from "../database/schema.ts";
import { hashToken } from "../plugins/session.ts";
import type { Portal } from "../portal.ts";

/** What is counted: so many times in a window (ms) that begins with the first one. */
export type Counter = { key: string; limit: number; window: number };

/** Hashed: the table needs no addresses, neither of mail nor of the network. */
export const keyOf = (...parts: string[]): string => hashToken(JSON.stringify(parts));

/** Whole seconds from now until a time, at least one: the value of Retry-After. */
export const secondsUntil = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000));

/** Whether a row's time is over, in SQL. */
export const isOver = (now: Date) =>
  sql`${rateLimits.expiresAt} <= ${now.toISOString()}::timestamptz`;

/** Adds to the counters, all in one statement, so that processes and parallel requests share them. */
async function add({ database, now }: Portal, counters: Counter[], by: 1 | -1) {
  const at = now();
  const first = Math.max(by, 0);
  return database
    .insert(rateLimits)
    .values(
      counters
        .map(({ key, window }) => ({
          key,
          points: first,
          expiresAt: new Date(at.getTime() + window),
        }))
        // Rows are locked in this order: two statements never wait for each other.
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver(at)} then excluded.points else greatest(${rateLimits.points} + ${by}, 0) end`,
        expiresAt: sql`case when ${isOver(at)} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
    })
    .returning({
      key: rateLimits.key,
      points: rateLimits.points,
      expiresAt: rateLimits.expiresAt,
    });
}

/** Counts a try. Throws `too-many-requests`, with the seconds to wait, when a limit is exceeded. */
export async function countTry(portal: Portal, counters: Counter[]): Promise<void> {
  const now = portal.now();
  const limits = new Map(counters.map(({ key, limit }) => [key, limit]));
  const rows = await add(portal, counters, 1);
  const exceeded = rows.filter(({ key, points }) => points > (limits.get(key) ?? 0));
  if (exceeded.length === 0) return;
  const waits = exceeded.map(({ expiresAt }) => secondsUntil(expiresAt, now));
  throw new ApiError("too-many-requests", { retryAfter: Math.max(...waits) });
}

/** Takes one counted try back; those before it still count. */
export async function takeBack(portal: Portal, counters: Counter[]): Promise<void> {
  await add(portal, counters, -1);
}
