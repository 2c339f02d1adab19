import { randomUUID } from "node:crypto";
import type { Database } from "../../../infra/database/connect.ts";
import { membershipLine } from "../checkout/cart-lines.ts";
import type { PurchaseRow, Subscription } from "../schema.ts";
import { periodEnd } from "./period.ts";
import { activateReserved, endLapsed, insertSubscription, lockLive } from "./subscription-store.ts";

/**
 * Returns the user's live subscription, pending or in force, locked until the transaction ends. One whose
 * time is over is marked as ended first.
 */
export async function liveMembership(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  await endLapsed(tx, userId, now);
  return lockLive(tx, userId);
}

/**
 * Reserves the user's one live subscription for a purchase; it is activated when the payment settles.
 * Returns false when the user has another one. True also for a purchase without a membership.
 */
export async function reserveSubscription(
  tx: Database,
  purchase: PurchaseRow & { userId: string },
  now: Date,
): Promise<boolean> {
  const line = membershipLine(purchase.lines);
  if (!line) return true;
  await endLapsed(tx, purchase.userId, now);
  return insertSubscription(tx, {
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
  });
}

/** Begins the paid period of the subscription that a purchase reserved, if it did. */
export async function activateSubscription(
  tx: Database,
  { id, period }: PurchaseRow,
  settledAt: Date,
): Promise<void> {
  if (!period) return;
  await activateReserved(tx, id, { startedAt: settledAt, endsAt: periodEnd(settledAt, period) });
}
