import { and, desc, eq, gt, inArray, lte, not, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { liveStatuses, startedStatuses } from "../closed-sets.ts";
import { payments } from "../payments/schema.ts";
import { invoices, subscriptions, type Subscription } from "../schema.ts";
import { graceStart } from "./membership.ts";

const { status, endsAt } = subscriptions;
const ofUser = (userId: string) => eq(subscriptions.userId, userId);

/** What a membership becomes by its end. */
export const ended = (now: Date) => ({ status: "ended", endedAt: now }) as const;

/** SQL condition on a row of `subscriptions`: it was bought, and was not cancelled. */
const renews = sql`(${subscriptions.source} = 'purchase' and not ${subscriptions.cancelAtPeriodEnd})`;

/** SQL condition on a row of `subscriptions`: the membership is in force. `isInForce` is the same in TypeScript. */
export const membershipInForce = (now: Date) =>
  sql<boolean>`(${status} in ('active', 'past_due') and (${endsAt} is null or ${endsAt} > case when ${renews} then ${sql.param(graceStart(now), endsAt)}::timestamptz else ${sql.param(now, endsAt)}::timestamptz end))`;

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

/** SQL condition on a row of `subscriptions`: its period is over, and the next one is to be charged. */
const isDue = (now: Date) =>
  and(eq(status, "active"), renews, lte(endsAt, now), not(isNextInvoiced), not(isBeingPaid));

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

/**
 * Returns a subscription that is to be renewed, locked until the transaction ends; undefined when another
 * process has renewed it. Lock its user first.
 */
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
    eq(subscriptions.source, "purchase"),
    inArray(status, startedStatuses),
    eq(subscriptions.cancelAtPeriodEnd, true),
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
        eq(subscriptions.source, "grant"),
        inArray(status, startedStatuses),
        lte(endsAt, now),
        not(membershipInForce(now)),
      ),
    )
    .returning({ id: subscriptions.id });

/** Marks a subscription as one whose renewal is not paid. False when it has ended. */
export async function markPastDue(tx: Database, id: string): Promise<boolean> {
  const marked = await tx
    .update(subscriptions)
    .set({ status: "past_due" })
    .where(and(eq(subscriptions.id, id), inArray(status, startedStatuses)))
    .returning({ id: subscriptions.id });
  return marked.length > 0;
}

/** A subscription that is to be renewed, and whose it is. */
type Due = Pick<Subscription, "id" | "userId">;

/** SQL condition on a row of `subscriptions`: the membership is paid and waits for its activation. */
export const membershipPending = () => sql<boolean>`${status} = 'pending'`;

/** Returns whether the user has a membership in force, or one that waits for its activation. */
export async function findStanding(
  database: Database,
  userId: string,
  now: Date,
): Promise<{ subscriptionOwned: boolean; subscriptionPending: boolean }> {
  const [standing] = await database
    .select({
      subscriptionOwned: sql<boolean>`coalesce(bool_or(${membershipInForce(now)}), false)`,
      subscriptionPending: sql<boolean>`coalesce(bool_or(${membershipPending()}), false)`,
    })
    .from(subscriptions)
    .where(ofUser(userId));
  return standing ?? { subscriptionOwned: false, subscriptionPending: false };
}

/** Returns the user's live subscription, else the latest one that ended. */
export async function findSubscription(
  database: Database,
  userId: string,
): Promise<Subscription | undefined> {
  const [row] = await database
    .select()
    .from(subscriptions)
    .where(ofUser(userId))
    .orderBy(sql`${status} = 'ended'`, desc(subscriptions.startedAt))
    .limit(1);
  return row;
}

/** Returns the user's live subscription, locked until the transaction ends. */
export async function lockLive(tx: Database, userId: string): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(ofUser(userId), inArray(status, liveStatuses)))
    .for("update");
  return row;
}

const boughtBy = (userId: string, now: Date) =>
  and(ofUser(userId), eq(subscriptions.source, "purchase"), membershipInForce(now));

/** Returns the bought subscription that is in force. */
export async function findBought(
  database: Database,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const [row] = await database.select().from(subscriptions).where(boughtBy(userId, now));
  return row;
}

/** Returns the bought subscription that is in force, locked until the transaction ends. */
export async function lockBought(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const [row] = await tx.select().from(subscriptions).where(boughtBy(userId, now)).for("update");
  return row;
}

/** Marks an active subscription as ended once its time is over, so that the user may have another one. */
export const endLapsed = (tx: Database, userId: string, now: Date) =>
  tx
    .update(subscriptions)
    .set(ended(now))
    .where(and(ofUser(userId), inArray(status, startedStatuses), not(membershipInForce(now))));

/** Inserts a subscription. False when the user has a live one: the unique index decides. */
export async function insertSubscription(tx: Database, row: Subscription): Promise<boolean> {
  const inserted = await tx
    .insert(subscriptions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: subscriptions.id });
  return inserted.length > 0;
}

/** Returns a subscription, whoever it belongs to. */
export async function findSubscriptionById(
  database: Database,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await database.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

/** Returns a subscription, locked until the transaction ends. */
export async function lockSubscription(
  tx: Database,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for("update");
  return row;
}

export const updateSubscription = (
  tx: Database,
  id: string,
  changes: Partial<Omit<Subscription, "id" | "userId">>,
) => tx.update(subscriptions).set(changes).where(eq(subscriptions.id, id));

/** Ends the granted membership that is in force, and returns its id; null when there is none. */
export async function endGrant(
  database: Database,
  userId: string,
  now: Date,
): Promise<string | null> {
  const rows = await database
    .update(subscriptions)
    .set({ ...ended(now), endsAt: now })
    .where(and(ofUser(userId), eq(subscriptions.source, "grant"), membershipInForce(now)))
    .returning({ id: subscriptions.id });
  return rows[0]?.id ?? null;
}

/**
 * Deletes a user's memberships, before the user is deleted: where that happens in one statement, an invoice that the transaction
 * has changed is checked against both, in the order in which the foreign keys of this database came into being.
 */
export const deleteSubscriptions = (tx: Database, userId: string) =>
  tx.delete(subscriptions).where(ofUser(userId));
