import { dayMs } from "#shared/durations.ts";
import type { Money } from "#shared/money.ts";
import {
  and,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  not,
  or,
  type SQL,
  sql,
  sum,
  unionAll,
} from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { businessDay, startOf, startOfBusinessMonth } from "#api/infra/written-time.ts";
import { countChargedElsewhere } from "./foreign-customers.ts";
import { creditNotes, disputes, invoices } from "./schema.ts";
import { membershipInForce, subscriptions } from "#api/modules/membership/module.ts";
import { isPastDue } from "./renew.ts";
import { type Trend, trendMonths } from "#shared/api/trends.ts";
import { addMonths } from "#shared/calendar-date.ts";
import { monthsOf } from "./prices.ts";

export type BillingFigures = {
  /** Users with a membership in force. */
  members: number;
  /** Memberships that have begun, and that have ended, in the seller's present month. */
  joined: number;
  left: number;
  /** Memberships whose renewal was not paid, except those whose late payment waits for the bank. */
  pastDue: number;
  /** Users whom a former site still charges. */
  chargedElsewhere: number;
  /** What was paid in the present month less what was paid back, one sum for each currency. */
  revenue: Money[];
  /** Payments that only a person can bring to an end. */
  failedPayments: number;
};

/** Days for which a refused refund is one to look at. */
const recentDays = 30;

/** A time, and the seller's time zone, in which the present month began, as in the books. */
export type SellerTime = { now: Date; timeZone: string };

const startOfMonth = ({ now, timeZone }: SellerTime): Date => startOfBusinessMonth(now, timeZone);

/** SQL conditions by figure, for the board and the lists of members, in the words of the partial indexes. */
export const countedMemberships = {
  members: ({ now }) => membershipInForce(now),
  joined: (at) =>
    sql`${subscriptions.status} <> 'pending' and ${gte(subscriptions.startedAt, startOfMonth(at))}`,
  left: (at) =>
    sql`${subscriptions.status} = 'ended' and ${gte(subscriptions.endedAt, startOfMonth(at))}`,
  pastDue: ({ now }) =>
    sql`${subscriptions.status} = 'past_due' and ${membershipInForce(now)} and ${isPastDue}`,
} satisfies Record<string, (at: SellerTime) => SQL>;

/** SQL conditions on what only a person can bring to an end; their indexes have the same words. */
const isGivenUp = sql`${invoices.status} = 'declined' and ${invoices.reason} = 'renewal' and ${invoices.nextTryAt} is null`;

const recently = (now: Date) => new Date(now.getTime() - recentDays * dayMs);

function isFailedRefund(now: Date) {
  const { status, createdAt, providerReference } = creditNotes;
  const aDayAgo = new Date(now.getTime() - dayMs);
  const lost = and(eq(status, "processing"), isNull(providerReference), lte(createdAt, aDayAgo));
  return and(
    sql`${status} <> 'succeeded'`,
    or(and(eq(status, "failed"), gte(createdAt, recently(now))), lost),
  );
}

const isOpenDispute = sql`${disputes.status} = 'open'`;

/** Counts renewals that were given up, refunds without a good answer, and open disputes. */
const countFailedPayments = async (database: Database, now: Date): Promise<number> =>
  (await database.$count(invoices, isGivenUp)) +
  (await database.$count(creditNotes, isFailedRefund(now))) +
  (await database.$count(disputes, isOpenDispute));

/** SQL: the ids of users with payments that only a person can bring to an end, as `failedPayments` counts them. */
export const usersWithFailedPayments = (now: Date): SQL =>
  sql`(select ${invoices.userId} from ${invoices} where ${isGivenUp}
    union all select ${invoices.userId} from ${creditNotes} join ${invoices} on ${invoices.id} = ${creditNotes.invoiceId} where ${isFailedRefund(now)}
    union all select ${invoices.userId} from ${disputes} join ${invoices} on ${invoices.id} = ${disputes.invoiceId} where ${isOpenDispute})`;

/** Returns receipts less credit notes since the beginning of the month, the largest sum first. */
async function sumRevenueOfMonth(database: Database, at: SellerTime): Promise<Money[]> {
  const since = startOfMonth(at);
  const receipts = database
    .select({ currency: invoices.currency, amount: sql<number>`${invoices.total}`.as("amount") })
    .from(invoices)
    .where(
      and(
        isNotNull(invoices.receiptNumber),
        eq(invoices.status, "paid"),
        gte(invoices.paidAt, since),
        gt(invoices.total, 0),
      ),
    );
  const refunds = database
    .select({
      currency: creditNotes.currency,
      amount: sql<number>`-${creditNotes.amount}`.as("amount"),
    })
    .from(creditNotes)
    .where(and(gte(creditNotes.createdAt, since), not(eq(creditNotes.status, "failed"))));
  const booked = unionAll(receipts, refunds).as("booked");
  const amount = sum(booked.amount).mapWith(Number);
  return database
    .select({ amount, currency: booked.currency })
    .from(booked)
    .groupBy(booked.currency)
    .orderBy(desc(amount));
}

/** Returns the board's figures about memberships and payments. */
export async function billingFigures(database: Database, at: SellerTime): Promise<BillingFigures> {
  const count = (figure: keyof typeof countedMemberships) =>
    database.$count(subscriptions, countedMemberships[figure](at));
  return {
    members: await count("members"),
    joined: await count("joined"),
    left: await count("left"),
    pastDue: await count("pastDue"),
    chargedElsewhere: await countChargedElsewhere(database),
    revenue: await sumRevenueOfMonth(database, at),
    failedPayments: await countFailedPayments(database, at.now),
  };
}

/** A time at which the memberships are looked at: the end of a month, or now. */
type Snapshot = { month: string; at: Date };

/** Returns the snapshots of the months since the first membership, with the one before them; none without a membership. */
async function snapshotsUntil(
  database: Database,
  now: Date,
  timeZone: string,
): Promise<Snapshot[]> {
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

/** The memberships in force just before each snapshot, and whether their users have one of the same source at the next snapshot. */
function membershipsAt(database: Database, snapshots: readonly Snapshot[], now: Date) {
  const { id, userId, source, status, startedAt, endsAt, endedAt } = subscriptions;
  const rows = snapshots.map(
    ({ at }, n): SQL => sql`(${n}::int, ${at.toISOString()}::timestamptz)`,
  );
  const leftAt = sql`case when ${status} = 'ended' then ${endedAt} when not ${membershipInForce(now)} then ${endsAt} end`;
  return database.$with("in_force").as(
    database
      .select({
        n: sql<number>`snapshot.n`.as("n"),
        at: sql<Date>`snapshot.at`.as("at"),
        id,
        source,
        stays:
          sql<boolean>`coalesce(lead(snapshot.n) over (partition by ${userId}, ${source} order by snapshot.n) = snapshot.n + 1, false)`.as(
            "stays",
          ),
      })
      .from(subscriptions)
      .innerJoin(
        sql`(values ${sql.join(rows, sql`, `)}) as snapshot (n, at)`,
        and(
          ne(status, "pending"),
          sql`${startedAt} < snapshot.at`,
          sql`coalesce(${leftAt}, 'infinity') >= snapshot.at`,
        ),
      ),
  );
}

type MembershipsInForce = ReturnType<typeof membershipsAt>;

/** Returns how many members there were at each snapshot, with a bought membership, and of these still at the next snapshot. */
function countMembers(database: Database, inForce: MembershipsInForce) {
  const bought = sql`${inForce.source} = 'purchase'`;
  return database
    .with(inForce)
    .select({
      n: inForce.n,
      members: sql<number>`count(*)::int`,
      bought: sql<number>`(count(*) filter (where ${bought}))::int`,
      stayed: sql<number>`(count(*) filter (where ${bought} and ${inForce.stays}))::int`,
    })
    .from(inForce)
    .groupBy(inForce.n);
}

/** Returns the monthly recurring revenue by currency, from the last paid invoice of each membership. */
function sumRecurringRevenue(database: Database, inForce: MembershipsInForce) {
  const { currency, lines, period, periodStart, status, subscriptionId } = invoices;
  const paid = database
    .select({ currency, lines, period })
    .from(invoices)
    .where(
      and(
        eq(subscriptionId, inForce.id),
        sql`${status} = 'paid'`, // as in the index `one_invoice_per_period`
        lt(periodStart, inForce.at),
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
    .with(inForce)
    .select({ n: inForce.n, currency: paid.currency, amount })
    .from(inForce)
    .innerJoinLateral(paid, sql`true`)
    .where(eq(inForce.source, "purchase"))
    .groupBy(inForce.n, paid.currency)
    .orderBy(inForce.n, desc(amount));
}

/** Returns how members and revenue have developed, without deleted accounts (decision 0038). */
export async function findTrends(
  database: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Trend[]> {
  const snapshots = await snapshotsUntil(database, now, timeZone);
  if (snapshots.length === 0) return [];
  const inForce = membershipsAt(database, snapshots, now);
  const counts = new Map((await countMembers(database, inForce)).map((row) => [row.n, row]));
  const sums = await sumRecurringRevenue(database, inForce);
  return snapshots.slice(1).map(({ month }, index) => {
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
