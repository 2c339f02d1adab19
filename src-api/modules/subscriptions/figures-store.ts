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
  lte,
  not,
  or,
  sql,
  sum,
  type SQL,
  unionAll,
} from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import { startOfBusinessMonth } from "../../infra/written-time.ts";
import { creditNotes, invoices } from "../ledger/module.ts";
import { disputes } from "../payments/module.ts";
import { membershipInForce, subscriptions } from "../membership/module.ts";
import { isPastDue } from "./renewals/due-store.ts";

export type BillingFigures = {
  /** Users with a membership in force. */
  members: number;
  /** Memberships that have begun, and that have ended, in the seller's present month. */
  joined: number;
  left: number;
  /** Memberships whose renewal was not paid, except those whose late payment waits for the bank. */
  pastDue: number;
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
async function sumRevenue(database: Database, at: SellerTime): Promise<Money[]> {
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

/** Returns how the memberships and payments of the portal stand. */
export async function billingFigures(database: Database, at: SellerTime): Promise<BillingFigures> {
  const count = (figure: keyof typeof countedMemberships) =>
    database.$count(subscriptions, countedMemberships[figure](at));
  return {
    members: await count("members"),
    joined: await count("joined"),
    left: await count("left"),
    pastDue: await count("pastDue"),
    revenue: await sumRevenue(database, at),
    failedPayments: await countFailedPayments(database, at.now),
  };
}
