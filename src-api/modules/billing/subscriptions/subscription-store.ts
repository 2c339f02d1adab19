import { and, desc, eq, inArray, not, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { liveStatuses } from "../closed-sets.ts";
import { subscriptions, type Subscription } from "../schema.ts";

const { status, endsAt } = subscriptions;
const ofUser = (userId: string) => eq(subscriptions.userId, userId);

/** SQL condition on a row of `subscriptions`: the membership is in force. `isInForce` is the same in TypeScript. */
export const membershipInForce = (now: Date) =>
  sql<boolean>`(${status} = 'active' and (${endsAt} is null or ${endsAt} > ${sql.param(now, endsAt)}))`;

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

/** Returns the bought subscription that is in force, locked until the transaction ends. */
export async function lockBought(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(ofUser(userId), eq(subscriptions.source, "purchase"), membershipInForce(now)))
    .for("update");
  return row;
}

/** Marks an active subscription as ended once its time is over, so that the user may have another one. */
export const endLapsed = (tx: Database, userId: string, now: Date) =>
  tx
    .update(subscriptions)
    .set({ status: "ended" })
    .where(and(ofUser(userId), eq(status, "active"), not(membershipInForce(now))));

/** Inserts a subscription. False when the user has a live one: the unique index decides. */
export async function insertSubscription(tx: Database, row: Subscription): Promise<boolean> {
  const inserted = await tx
    .insert(subscriptions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: subscriptions.id });
  return inserted.length > 0;
}

/** Activates the subscription that a purchase reserved, if it did. */
export const activateReserved = (
  tx: Database,
  purchaseId: string,
  paid: { startedAt: Date; endsAt: Date },
) =>
  tx
    .update(subscriptions)
    .set({ status: "active", ...paid })
    .where(and(eq(subscriptions.purchaseId, purchaseId), eq(status, "pending")));

export const updateSubscription = (
  tx: Database,
  id: string,
  changes: Partial<Pick<Subscription, "endsAt" | "cancelAtPeriodEnd">>,
) => tx.update(subscriptions).set(changes).where(eq(subscriptions.id, id));

/** Ends the granted membership that is in force. False when there is none. */
export async function endGrant(database: Database, userId: string, now: Date): Promise<boolean> {
  const ended = await database
    .update(subscriptions)
    .set({ status: "ended", endsAt: now })
    .where(and(ofUser(userId), eq(subscriptions.source, "grant"), membershipInForce(now)))
    .returning({ id: subscriptions.id });
  return ended.length > 0;
}
