import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, inArray, lte, not, sql } from "#api/infra/database/drizzle.ts";
import {
  ended,
  membershipInForce,
  startedStatuses,
  subscriptions,
  type Subscription,
} from "../../membership/module.ts";
import { invoices, payments } from "../../ledger/module.ts";

const { status, endsAt, source, cancelAtPeriodEnd } = subscriptions;

/** A subscription that is to be renewed, and whose it is. */
type Due = Pick<Subscription, "id" | "userId">;

const isOwnInvoice = and(
  eq(invoices.subscriptionId, subscriptions.id),
  sql`${invoices.status} <> 'void'`, // as in the index `one_invoice_per_period`
);

/** SQL condition on a row of `subscriptions`: the next period has an invoice. */
const isNextInvoiced = sql`exists (select from ${invoices} where ${isOwnInvoice} and ${invoices.periodStart} = ${endsAt})`;

/** SQL condition on a row of `subscriptions`: a payment for it is under way. */
const isBeingPaid = sql`exists (select from ${invoices} join ${payments} on ${payments.invoiceId} = ${invoices.id} where ${isOwnInvoice} and ${payments.status} = 'processing')`;

/** SQL condition on a row of `subscriptions`: its renewal was not paid, and no late payment waits for the bank. */
export const isPastDue = sql<boolean>`case when ${status} = 'past_due' then not exists (select from ${invoices} where ${isOwnInvoice} and ${invoices.reason} = 'renewal' and ${invoices.status} = 'pending') else false end`;

/** Returns whether a renewal of the user was not paid, and no late payment waits for the bank. */
export const owesRenewal = async (database: Database, userId: string): Promise<boolean> =>
  (await database.$count(subscriptions, and(eq(subscriptions.userId, userId), isPastDue))) > 0;

/** SQL condition on a row of `subscriptions`: its period is over, and the next one is to be charged. */
const isDue = (now: Date) =>
  and(
    eq(status, "active"),
    eq(source, "purchase"),
    eq(cancelAtPeriodEnd, false),
    lte(endsAt, now),
    not(isNextInvoiced),
    not(isBeingPaid),
  );

/** Which subscriptions to return: at most `limit`, those that follow `after` in the order of their ids. */
type Page = { now: Date; after: string | null; limit: number };

const follows = ({ after }: Page) => (after === null ? undefined : gt(subscriptions.id, after));

/** Returns subscriptions that are to be renewed. */
export const findDue = (database: Database, page: Page): Promise<Due[]> =>
  database
    .select({ id: subscriptions.id, userId: subscriptions.userId })
    .from(subscriptions)
    .where(and(isDue(page.now), follows(page)))
    .orderBy(subscriptions.id)
    .limit(page.limit);

/** Returns a due subscription, locked; undefined when another process renewed it. Lock its user first. */
export async function lockDue(
  tx: Database,
  id: string,
  now: Date,
): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), isDue(now)))
    .for("update");
  return row;
}

/** SQL condition on a row of `subscriptions`: it was cancelled, and its period is over. */
const isCancelledAndOver = (now: Date) =>
  and(
    eq(source, "purchase"),
    inArray(status, startedStatuses),
    eq(cancelAtPeriodEnd, true),
    lte(endsAt, now),
  );

/** Returns subscriptions that were cancelled, and whose period is over. */
export const findCancelled = (
  database: Database,
  page: Page,
): Promise<Pick<Subscription, "id">[]> =>
  database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isCancelledAndOver(page.now), follows(page)))
    .orderBy(subscriptions.id)
    .limit(page.limit);

/** Marks such a subscription as ended. False when it is not one, or not any more. */
export async function endIfCancelled(tx: Database, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(subscriptions)
    .set(ended(now))
    .where(and(eq(subscriptions.id, id), isCancelledAndOver(now)))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}

/** Marks granted memberships as ended whose time is over, and returns them. */
export const endOverGrants = (database: Database, now: Date) =>
  database
    .update(subscriptions)
    .set(ended(now))
    .where(
      and(
        eq(source, "grant"),
        inArray(status, startedStatuses),
        lte(endsAt, now),
        not(membershipInForce(now)),
      ),
    )
    .returning({ id: subscriptions.id });
