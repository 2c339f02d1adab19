import { randomUUID } from "node:crypto";
import type { Period } from "#shared/api/cart.ts";
import { memberActor, recordAct } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import {
  recurringDiscountOf,
  membershipLine,
  periodEnd,
  spent,
  type DiscountCode,
} from "../catalogue/module.ts";
import type { Invoice } from "../ledger/module.ts";
import {
  endLapsed,
  insertSubscription,
  lockLive,
  lockSubscription,
  unplanned,
  updateSubscription,
  type Subscription,
} from "../membership/module.ts";

/**
 * Reserves the user's one live subscription for an order; it is activated when the payment settles. Returns
 * its id, null for an order without a membership, and false when the user has another one.
 */
export async function reserveSubscription(
  tx: Database,
  invoice: Invoice & { userId: string },
  { now, code }: { now: Date; code: DiscountCode | undefined },
): Promise<string | null | false> {
  const line = membershipLine(invoice.lines);
  if (!line) return null;
  await endLapsed(tx, invoice.userId, now);
  const id = randomUUID();
  const inserted = await insertSubscription(tx, {
    ...unplanned,
    id,
    userId: invoice.userId,
    source: "purchase",
    status: "pending",
    sku: line.sku,
    period: line.period ?? null,
    price: line.unitPrice.amount,
    currency: line.unitPrice.currency,
    startedAt: now,
    anchorAt: now,
    endsAt: null,
    discount: code ? recurringDiscountOf(code, line.sku) : null,
  });
  return inserted && id;
}

/** Records that a member has changed the plan, for now or for later, or has taken that back. */
export const recordSwitch = (
  tx: Database,
  userId: string,
  details: { plan: Period | null; undone?: true },
  at: Date,
): Promise<void> =>
  recordAct(tx, {
    act: "membership-switched",
    at,
    actor: memberActor(userId),
    subjectId: userId,
    details,
  });

/** What a subscription becomes by a paid invoice. */
function paidChanges(
  subscription: Subscription,
  { reason, lines, periodStart, periodEnd: end }: Invoice,
): Partial<Subscription> {
  const line = membershipLine(lines);
  const { discount } = subscription;
  return {
    status: "active",
    endsAt: end,
    endedAt: null, // a late payment revives it
    discount: discount && line?.discount ? spent(discount) : discount,
    ...(line && { sku: line.sku, price: line.unitPrice.amount, period: line.period ?? null }),
    nextSku: null,
    nextPeriod: null,
    nextPrice: null,
    ...(reason === "switch" && { anchorAt: periodStart }),
  };
}

/**
 * Begins, prolongs or changes the subscription that an invoice pays, when it is paid. Returns the time that
 * it pays; null when it pays none: an order without a membership, or a charge that was answered when its
 * membership could no longer be had, because the account is gone or has another membership by now.
 */
export async function payForSubscription(
  tx: Database,
  invoice: Invoice,
  settledAt: Date,
): Promise<Pick<Invoice, "periodStart" | "periodEnd"> | null> {
  const { subscriptionId, reason, period } = invoice;
  if (!subscriptionId || !period) return null;
  const subscription = await lockSubscription(tx, subscriptionId);
  if (!subscription) return null;
  if (reason === "checkout") {
    const [periodStart, endsAt] = [settledAt, periodEnd(settledAt, period)];
    const begun = { startedAt: settledAt, anchorAt: settledAt, endsAt, status: "active" as const };
    await updateSubscription(tx, subscription.id, begun);
    return { periodStart, periodEnd: endsAt };
  }
  const isReplaced = subscription.status === "ended" && (await lockLive(tx, subscription.userId));
  if (isReplaced) return null;
  await updateSubscription(tx, subscription.id, paidChanges(subscription, invoice));
  if (reason === "switch") {
    await recordSwitch(tx, subscription.userId, { plan: period }, settledAt);
  }
  return invoice;
}
