import { and, count, eq, gte, isNull, lte, or, sql, type SQL } from "drizzle-orm";
import type { Money } from "../../../src-shared/money.ts";
import type { Database } from "../../infra/database/connect.ts";
import { readFigures } from "../../infra/figures/figure-store.ts";
import { monthOf } from "../../infra/figures/periods.ts";
import { startedStatuses } from "./closed-sets.ts";
import { creditNotes, providerEvents } from "./payments/schema.ts";
import { invoices, subscriptions } from "./schema.ts";
import { graceStart } from "./subscriptions/membership.ts";

export type BillingFigures = {
  /** Users with a membership in force. */
  members: number;
  /** Memberships that have begun, and that have ended, in the present month (UTC). */
  joined: number;
  left: number;
  /** Memberships whose renewal was not paid, except those whose late payment waits for the bank. */
  pastDue: number;
  /** What was paid in the present month less what was paid back, one sum for each currency. */
  revenue: Money[];
  /** Payments that only a person can bring to an end. */
  failedPayments: number;
};

/** Days for which a dispute or a refused refund is one to look at. */
const recentDays = 30;
const dayLong = 24 * 60 * 60_000;

/** As the indexes `subscriptions_due` and `subscriptions_ending` say it, so that they are used. */
const isStarted = sql`${subscriptions.status} in (${sql.raw(
  startedStatuses.map((status) => `'${status}'`).join(", "),
)})`;
const endsItself = sql`(${subscriptions.source} <> 'purchase' or ${subscriptions.cancelAtPeriodEnd})`;

type Counted = typeof subscriptions | typeof creditNotes | typeof providerEvents;

async function countRows(database: Database, table: Counted, condition: ReturnType<typeof and>) {
  const [row] = await database.select({ rows: count() }).from(table).where(condition);
  return row?.rows ?? 0;
}

/** Returns how many memberships are over that no job has marked as ended yet: those of a minute. */
async function countLapsed(database: Database, now: Date): Promise<number> {
  const { endsAt } = subscriptions;
  const cancelled = and(isStarted, endsItself, lte(endsAt, now));
  const unpaid = and(isStarted, sql`not ${endsItself}`, lte(endsAt, graceStart(now)));
  return (
    (await countRows(database, subscriptions, cancelled)) +
    (await countRows(database, subscriptions, unpaid))
  );
}

/** Returns how many memberships are past due whose renewal is being settled by the bank. */
async function countSettling(database: Database): Promise<number> {
  const [row] = await database
    .select({ rows: count() })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(
      and(
        sql`${invoices.status} = 'pending' and ${invoices.reason} = 'renewal'`,
        eq(subscriptions.status, "past_due"),
      ),
    );
  return row?.rows ?? 0;
}

/** SQL conditions on what only a person can bring to an end; their indexes have the same words. */
const isGivenUp = sql`${invoices.status} = 'declined' and ${invoices.reason} = 'renewal' and ${invoices.nextTryAt} is null`;

const recently = (now: Date) => new Date(now.getTime() - recentDays * dayLong);

function isFailedRefund(now: Date) {
  const { status, createdAt, nextTryAt, providerReference } = creditNotes;
  const lost = and(eq(status, "processing"), isNull(nextTryAt), isNull(providerReference));
  return and(
    sql`${status} <> 'succeeded'`,
    or(and(eq(status, "failed"), gte(createdAt, recently(now))), lost),
  );
}

const isRecentDispute = (now: Date) =>
  and(
    sql`${providerEvents.type} = 'charge.dispute.created'`,
    gte(providerEvents.receivedAt, recently(now)),
  );

/** Returns how many refunds were refused lately or have no answer for a day, and how many payments are disputed. */
const countTroubles = async (database: Database, now: Date): Promise<number> =>
  (await countRows(database, creditNotes, isFailedRefund(now))) +
  (await countRows(database, providerEvents, isRecentDispute(now)));

/** SQL: the ids of users with payments that only a person can bring to an end, as `failedPayments` counts them. */
export const usersWithFailedPayments = (now: Date): SQL =>
  sql`(select ${invoices.userId} from ${invoices} where ${isGivenUp}
    union all select ${invoices.userId} from ${creditNotes} join ${invoices} on ${invoices.id} = ${creditNotes.invoiceId} where ${isFailedRefund(now)}
    union all select ${invoices.userId} from ${providerEvents} join ${invoices} on ${invoices.id} = ${providerEvents.invoiceId} where ${isRecentDispute(now)})`;

/** Returns how the memberships and payments of the portal stand, at a cost that does not grow with their number. */
export async function billingFigures(database: Database, now: Date): Promise<BillingFigures> {
  const month = monthOf(now);
  const kept = await readFigures(
    database,
    [
      ...["members", "past-due", "declined-renewals"].map((figure) => ({ figure, period: "" })),
      ...["joined", "left", "revenue"].map((figure) => ({ figure, period: month })),
    ],
    now,
  );
  const of = (name: string) => kept.find(({ figure }) => figure === name)?.amount ?? 0;
  return {
    members: of("members") - (await countLapsed(database, now)),
    joined: of("joined"),
    left: of("left"),
    pastDue: of("past-due") - (await countSettling(database)),
    revenue: kept
      .filter(({ figure }) => figure === "revenue")
      .map(({ part, amount }) => ({ amount, currency: part }))
      .toSorted((one, other) => other.amount - one.amount),
    failedPayments: of("declined-renewals") + (await countTroubles(database, now)),
  };
}
