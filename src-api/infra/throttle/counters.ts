import { sql } from "drizzle-orm";
import { ApiError } from "../api-error.ts";
import { rateLimits } from "./schema.ts";
import { hashToken } from "../tokens.ts";
import type { Services } from "../services.ts";
import { forgetRefusal, knownRefusal, noteRefusal } from "./known-refusals.ts";

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

const tooMany = (until: Date, now: Date) =>
  new ApiError("too-many-requests", { retryAfter: secondsUntil(until, now) });

/** Throws `too-many-requests` when this process knows that a counter is over its limit; asks no database. */
export function refuseKnown(services: Services, counters: Counter[]): void {
  const now = services.now();
  for (const { key } of counters) {
    const until = knownRefusal(services, key);
    if (until && until > now) throw tooMany(until, now);
  }
}

/** What is set in a row that is there already. */
const changedBy = (by: 1 | -1, at: Date) => ({
  points: sql`case when ${isOver(at)} then excluded.points else greatest(${rateLimits.points} + ${by}::int, 0) end`,
  expiresAt: sql`case when ${isOver(at)} then excluded.expires_at else ${rateLimits.expiresAt} end`,
});

const levelName = (level: number) => `level_${level}`;

/** Counts at one level, as a part of a statement, unless the level before is over its limit. */
function countAt({ database, now }: Services, level: number, counter: Counter, before?: Counter) {
  const at = now();
  const expiresAt = new Date(at.getTime() + counter.window).toISOString();
  const passed =
    before &&
    sql`where exists (select from ${sql.identifier(levelName(level - 1))} where points <= ${before.limit}::int)`;
  const counted = database
    .insert(rateLimits)
    .select(
      sql`select ${counter.key}::text, 1, ${expiresAt}::timestamptz, null::timestamptz ${passed}`,
    )
    .onConflictDoUpdate({ target: rateLimits.key, set: changedBy(1, at) })
    .returning({ points: rateLimits.points, expiresAt: rateLimits.expiresAt });
  return database.$with(levelName(level)).as(counted);
}

/** The level that refused, in SQL: those after it counted nothing. */
const refusedLevel = (counters: Counter[]) =>
  sql.join(
    counters.map(
      ({ limit }, level) =>
        sql`select ${level}::int as level, expires_at from ${sql.identifier(levelName(level))} where points > ${limit}::int`,
    ),
    sql` union all `,
  );

/**
 * Counts a try at one level after the other, until one refuses it: what a client is refused does not
 * use up the limits of its network. Throws `too-many-requests`, with the seconds to wait, when a limit
 * is exceeded. One statement, so that processes and parallel requests share the counters.
 *
 * @param counters from the narrowest to the widest: rows are locked in this order, so that two
 * statements never wait for each other
 */
export async function countTry(services: Services, counters: Counter[]): Promise<void> {
  refuseKnown(services, counters);
  const levels = counters.map((counter, level) =>
    countAt(services, level, counter, counters[level - 1]),
  );
  const [refused] = await services.database
    .with(...levels)
    .select({
      level: sql<number>`level`,
      until: sql`expires_at`.mapWith(rateLimits.expiresAt),
    })
    .from(sql`(${refusedLevel(counters)}) as refused`);
  const counter = refused && counters[refused.level];
  if (!counter) return;
  noteRefusal(services, counter.key, refused.until);
  throw tooMany(refused.until, services.now());
}

/** Takes one counted try back; those before it still count. */
export async function takeBack(services: Services, counters: Counter[]): Promise<void> {
  const at = services.now();
  const rows = counters.map(({ key, window }) => ({
    key,
    points: 0,
    expiresAt: new Date(at.getTime() + window),
  }));
  await services.database
    .insert(rateLimits)
    .values(rows) // locked in the same order as in countTry
    .onConflictDoUpdate({ target: rateLimits.key, set: changedBy(-1, at) });
  for (const { key } of counters) forgetRefusal(services, key);
}
