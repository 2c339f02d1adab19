import { randomUUID } from "node:crypto";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { subscriptions } from "../schema.ts";
import { membershipLine } from "../checkout/cart-lines.ts";
import type { Subscription } from "./membership-status.ts";
import { periodEnd } from "./period.ts";
import type { PurchaseRow } from "../checkout/purchase.ts";

/** The user's live subscription, else the latest that ended, else undefined. */
export async function findSubscription(
  database: Database,
  userId: string,
): Promise<Subscription | undefined> {
  const [row] = await database
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(sql`${subscriptions.status} = 'ended'`, desc(subscriptions.startedAt))
    .limit(1);
  return row;
}

/** Ends what ran out, so that the one live subscription a user may have is free again. */
export const endLapsed = (tx: Database, userId: string, now: Date) =>
  tx
    .update(subscriptions)
    .set({ status: "ended" })
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.status, "active"),
        lte(subscriptions.endsAt, now),
      ),
    );

/**
 * Reserves the user's one live subscription for a purchase; it is activated with its settlement.
 * False when there is another one already: the database's unique index decides (ruling 18). True
 * also for a purchase without a membership.
 */
export async function reserveSubscription(
  tx: Database,
  purchase: PurchaseRow & { userId: string },
  now: Date,
): Promise<boolean> {
  const line = membershipLine(purchase.lines);
  if (!line) return true;
  await endLapsed(tx, purchase.userId, now);
  const reserved = await tx
    .insert(subscriptions)
    .values({
      id: randomUUID(),
      userId: purchase.userId,
      source: "purchase",
      status: "pending",
      period: line.period ?? null,
      price: line.unitPrice.amount,
      currency: line.unitPrice.currency,
      startedAt: now,
      endsAt: null,
      cancelAtPeriodEnd: false,
      purchaseId: purchase.id,
    })
    .onConflictDoNothing()
    .returning({ id: subscriptions.id });
  return reserved.length > 0;
}

/** Begins the paid period of the subscription that a purchase reserved, if it did. */
export async function activateSubscription(
  tx: Database,
  { id, period }: PurchaseRow,
  settledAt: Date,
): Promise<void> {
  if (!period) return;
  await tx
    .update(subscriptions)
    .set({ status: "active", startedAt: settledAt, endsAt: periodEnd(settledAt, period) })
    .where(and(eq(subscriptions.purchaseId, id), eq(subscriptions.status, "pending")));
}
