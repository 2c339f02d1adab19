import { trendMonths, type Trend } from "#shared/api/trends.ts";
import { addMonths } from "#shared/calendar-date.ts";
import { and, desc, eq, lt, min, ne, sql, type SQL } from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import { businessDay, startOf } from "../../infra/written-time.ts";
import { monthsOf } from "../catalogue/module.ts";
import { invoices } from "../ledger/module.ts";
import { membershipInForce, subscriptions } from "../membership/module.ts";

/** A time at which the memberships are looked at: the end of a month, or now. */
type Cut = { month: string; at: Date };

/** Returns the cuts of the months since the first membership, with the one before them; none without a membership. */
async function cutsUntil(database: Database, now: Date, timeZone: string): Promise<Cut[]> {
  const { startedAt, status } = subscriptions;
  const [begun] = await database
    .select({ at: min(startedAt) })
    .from(subscriptions)
    .where(ne(status, "pending"));
  const first = begun?.at;
  if (!first) return [];
  const monthOf = (at: Date) => businessDay(at, timeZone).slice(0, 7);
  const present = monthOf(now);
  const months = Array.from({ length: trendMonths }, (_, index) => addMonths(present, -index))
    .filter((month) => month >= monthOf(first))
    .toReversed();
  const ends = months.map((month) => ({
    month,
    // A membership that begins at this moment counts.
    at:
      month === present
        ? new Date(now.getTime() + 1)
        : startOf(`${addMonths(month, 1)}-01`, timeZone),
  }));
  const [oldest = present] = months;
  return [{ month: addMonths(oldest, -1), at: startOf(`${oldest}-01`, timeZone) }, ...ends];
}

/** The memberships in force just before each cut, and whether their users have one of the same source at the next cut. */
function standingAt(database: Database, cuts: readonly Cut[], now: Date) {
  const { id, userId, source, status, startedAt, endsAt, endedAt } = subscriptions;
  const rows = cuts.map(({ at }, n): SQL => sql`(${n}::int, ${at.toISOString()}::timestamptz)`);
  const leftAt = sql`case when ${status} = 'ended' then ${endedAt} when not ${membershipInForce(now)} then ${endsAt} end`;
  return database.$with("standing").as(
    database
      .select({
        n: sql<number>`cut.n`.as("n"),
        at: sql<Date>`cut.at`.as("at"),
        id,
        source,
        stays:
          sql<boolean>`coalesce(lead(cut.n) over (partition by ${userId}, ${source} order by cut.n) = cut.n + 1, false)`.as(
            "stays",
          ),
      })
      .from(subscriptions)
      .innerJoin(
        sql`(values ${sql.join(rows, sql`, `)}) as cut (n, at)`,
        and(
          ne(status, "pending"),
          sql`${startedAt} < cut.at`,
          sql`coalesce(${leftAt}, 'infinity') >= cut.at`,
        ),
      ),
  );
}

type Standing = ReturnType<typeof standingAt>;

/** Returns how many members there were at each cut, with a bought membership, and of these still at the next cut. */
function countMembers(database: Database, standing: Standing) {
  const bought = sql`${standing.source} = 'purchase'`;
  return database
    .with(standing)
    .select({
      n: standing.n,
      members: sql<number>`count(*)::int`,
      bought: sql<number>`(count(*) filter (where ${bought}))::int`,
      stayed: sql<number>`(count(*) filter (where ${bought} and ${standing.stays}))::int`,
    })
    .from(standing)
    .groupBy(standing.n);
}

/** Returns what memberships bring in a month by currency: what their last paid invoice charges for them. */
function sumRevenue(database: Database, standing: Standing) {
  const { currency, lines, period, periodStart, status, subscriptionId } = invoices;
  const paid = database
    .select({ currency, lines, period })
    .from(invoices)
    .where(
      and(
        eq(subscriptionId, standing.id),
        sql`${status} = 'paid'`, // as in the index `one_invoice_per_period`
        lt(periodStart, standing.at),
      ),
    )
    .orderBy(desc(periodStart))
    .limit(1)
    .as("paid");
  const price = sql`(select sum((line #>> '{total,amount}')::numeric - coalesce((line ->> 'discount')::numeric, 0))
    from jsonb_array_elements(${paid.lines}) as line where line ->> 'kind' = 'membership')`;
  const months = sql`case ${paid.period} when 'yearly' then ${sql.raw(String(monthsOf.yearly))} else 1 end`;
  const amount = sql<number>`round(coalesce(sum(${price} / ${months}), 0))::float8`;
  return database
    .with(standing)
    .select({ n: standing.n, currency: paid.currency, amount })
    .from(standing)
    .innerJoinLateral(paid, sql`true`)
    .where(eq(standing.source, "purchase"))
    .groupBy(standing.n, paid.currency)
    .orderBy(standing.n, desc(amount));
}

/** Returns how members and revenue have developed, without deleted accounts (decision 0038). */
export async function findTrends(
  database: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Trend[]> {
  const cuts = await cutsUntil(database, now, timeZone);
  if (cuts.length === 0) return [];
  const standing = standingAt(database, cuts, now);
  const counts = new Map((await countMembers(database, standing)).map((row) => [row.n, row]));
  const sums = await sumRevenue(database, standing);
  return cuts.slice(1).map(({ month }, index) => {
    const [before, end] = [counts.get(index), counts.get(index + 1)];
    const from = before?.bought ?? 0;
    return {
      month,
      members: end?.members ?? 0,
      bought: end?.bought ?? 0,
      revenue: sums
        .filter(({ n, amount }) => n === index + 1 && amount > 0)
        .map(({ currency, amount }) => ({ amount, currency })),
      churn: { from, left: from - (before?.stayed ?? 0) },
    };
  });
}
