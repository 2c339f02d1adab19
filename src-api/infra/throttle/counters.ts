import { Lru } from "toad-cache";
import { sql } from "#api/infra/database/drizzle.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { rateLimits } from "./schema.ts";
import { hashToken } from "#api/infra/tokens.ts";
import type { Services } from "#api/infra/services.ts";

/** Maximum number of remembered counters; the least recently used ones are dropped. */
const maxRemembered = 10_000;

/** Counters that are known to be over their limit, with the time when that ends, per `Services`. */
const refusalsOf = new WeakMap<Services, Lru<Date>>();

function refusals(services: Services): Lru<Date> {
  const known = refusalsOf.get(services) ?? new Lru<Date>(maxRemembered);
  refusalsOf.set(services, known);
  return known;
}

/** A counter that allows `limit` attempts in a window, which begins with the first one. */
export type Counter = { key: string; limit: number; windowMs: number };

/** Returns the key of a counter: a hash, so that the table contains no email or IP addresses. */
export const keyOf = (...parts: string[]): string => hashToken(JSON.stringify(parts));

/** Returns the seconds until a time, rounded up, at least one: the value of Retry-After. */
export const secondsUntil = (time: Date, now: Date): number =>
  Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000));

/** SQL condition: the window of a row has ended. */
export const isOver = (now: Date) =>
  sql`${rateLimits.expiresAt} <= ${now.toISOString()}::timestamptz`;

const tooMany = (until: Date, now: Date) =>
  new ApiError("too-many-requests", { retryAfter: secondsUntil(until, now) });

/** Throws `too-many-requests` when this process knows that a counter is over its limit, without a query. */
export function refuseKnown(services: Services, counters: Counter[]): void {
  const now = services.now();
  for (const { key } of counters) {
    const until = refusals(services).get(key);
    if (until && until > now) throw tooMany(until, now);
  }
}

/** SQL that updates an existing row. */
const changedBy = (by: 1 | -1, at: Date) => ({
  points: sql`case when ${isOver(at)} then excluded.points else greatest(${rateLimits.points} + ${by}::int, 0) end`,
  expiresAt: sql`case when ${isOver(at)} then excluded.expires_at else ${rateLimits.expiresAt} end`,
});

const levelName = (level: number) => `level_${level}`;

/** SQL that counts at one level, unless the previous level is over its limit. */
function countAt({ database, now }: Services, level: number, counter: Counter, before?: Counter) {
  const at = now();
  const expiresAt = new Date(at.getTime() + counter.windowMs).toISOString();
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

/** SQL that selects the level that refused; later levels did not count. */
const refusedLevel = (counters: Counter[]) =>
  sql.join(
    counters.map(
      ({ limit }, level) =>
        sql`select ${level}::int as level, expires_at from ${sql.identifier(levelName(level))} where points > ${limit}::int`,
    ),
    sql` union all `,
  );

/**
 * Counts an attempt at one level after the other until one refuses it, so that refused attempts of a client do not
 * use up the limits of its network. Throws `too-many-requests`, with the seconds to wait, when a limit is
 * exceeded. Uses one statement, so that processes and parallel requests share the counters.
 *
 * @param counters from the narrowest to the widest: rows are locked in this order, which prevents
 * deadlocks
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
  refusals(services).set(counter.key, refused.until);
  throw tooMany(refused.until, services.now());
}

/** Undoes one counted attempt; earlier ones still count. */
export async function uncountTry(services: Services, counters: Counter[]): Promise<void> {
  const at = services.now();
  const rows = counters.map(({ key, windowMs }) => ({
    key,
    points: 0,
    expiresAt: new Date(at.getTime() + windowMs),
  }));
  await services.database
    .insert(rateLimits)
    .values(rows) // locked in the same order as in countTry
    .onConflictDoUpdate({ target: rateLimits.key, set: changedBy(-1, at) });
  for (const { key } of counters) refusals(services).delete(key);
}
