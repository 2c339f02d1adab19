import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { liveStatuses } from "../closed-sets.ts";
import { findUnpaidRenewal, updateInvoice, voidOpenSwitches } from "../invoices/invoice-store.ts";
import { findLivePayment, updatePayment } from "../payments/payment-store.ts";
import type { Invoice } from "../schema.ts";
import { lockSubscription, updateSubscription } from "../subscriptions/subscription-store.ts";

/** Gives up a renewal that was not paid. Throws `conflict` while its payment is under way. */
async function voidRenewal(tx: Database, subscriptionId: string): Promise<void> {
  const renewal = await findUnpaidRenewal(tx, subscriptionId);
  if (!renewal) return;
  const live = await findLivePayment(tx, renewal.id);
  if (live?.status === "processing") throw new ApiError("conflict");
  if (live) await updatePayment(tx, live.id, { status: "failed", failure: "confirmation" });
  await updateInvoice(tx, renewal.id, { status: "void", nextTryAt: null });
}

/**
 * Ends a membership now whose present period an invoice paid: nothing more is charged. Memberships that have
 * been renewed or changed since then go on. Throws `conflict` while a renewal is being charged.
 */
export async function endPaidMembership(
  tx: Database,
  { subscriptionId, periodEnd }: Invoice,
  now: Date,
): Promise<void> {
  const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
  if (!subscription || !liveStatuses.some((status) => status === subscription.status)) return;
  const { id, endsAt } = subscription;
  if (!endsAt || endsAt.getTime() !== periodEnd?.getTime()) return;
  await voidRenewal(tx, id);
  await voidOpenSwitches(tx, id);
  await updateSubscription(tx, id, {
    status: "ended",
    endsAt: endsAt < now ? endsAt : now,
    nextSku: null,
    nextPeriod: null,
    nextPrice: null,
  });
}
