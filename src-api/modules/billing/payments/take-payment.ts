import { randomUUID } from "node:crypto";
import type { Database } from "../../../infra/database/connect.ts";
import { lockCode } from "../discounts/discount-store.ts";
import { isPaid, isPayable } from "../checkout/purchase.ts";
import { findPurchase, lockPurchase, updatePurchase } from "../checkout/purchase-store.ts";
import type { PaymentPortal } from "../invoices/receipt-mail.ts";
import type { Charge, PurchaseRow } from "../schema.ts";
import { reserveSubscription } from "../subscriptions/subscription.ts";
import { insertCharge } from "./charge-store.ts";
import { settlePurchase } from "./settle.ts";

/** A charge made by a provider: its reference, and when it settles; null: it is settled. */
export type ProviderCharge = { reference: string; settlesAt: Date | null };

/**
 * paid: taken, now or by an earlier call; already-subscribed: nothing was charged, since the user has
 * another membership; closed: the purchase cannot be paid (it expired, or its account was deleted).
 */
export type PaymentOutcome = "paid" | "already-subscribed" | "closed";

/**
 * Locks a purchase, after the discount code that it reserved: when an order expires, a limited code is
 * either paid for or free again, never both.
 */
async function lockWithCode(tx: Database, purchaseId: string): Promise<PurchaseRow | undefined> {
  const reserved = await findPurchase(tx, purchaseId);
  if (reserved?.discount) await lockCode(tx, reserved.discount.code);
  return lockPurchase(tx, purchaseId);
}

const newCharge = (
  { id, provider, currency, total }: PurchaseRow,
  { reference, settlesAt }: ProviderCharge,
  now: Date,
): Charge => ({
  id: randomUUID(),
  purchaseId: id,
  provider,
  providerReference: reference,
  amount: total,
  currency,
  status: settlesAt ? "settling" : "settled",
  createdAt: now,
  settlesAt,
});

async function take(
  tx: Database,
  purchaseId: string,
  charge: ProviderCharge | null,
  portal: PaymentPortal,
): Promise<PaymentOutcome> {
  const purchase = await lockWithCode(tx, purchaseId);
  const now = portal.now();
  if (!purchase) return "closed";
  if (isPaid(purchase)) return "paid";
  const { userId } = purchase;
  if (!userId || !isPayable(purchase, now)) return "closed";
  if (!(await reserveSubscription(tx, { ...purchase, userId }, now))) {
    await updatePurchase(tx, purchaseId, { status: "declined" });
    return "already-subscribed";
  }
  if (charge) await insertCharge(tx, newCharge(purchase, charge, now));
  if (charge?.settlesAt) await updatePurchase(tx, purchaseId, { status: "pending" });
  else await settlePurchase(tx, purchase, { settledAt: now, portal });
  return "paid";
}

/**
 * Takes the payment of a purchase exactly once, however many calls there are: charge, status,
 * membership, receipt number and the job that mails the receipt are written in one transaction.
 *
 * @param charge null when there is nothing to charge (a discount of the whole price)
 */
export const takePayment = (
  portal: PaymentPortal,
  purchaseId: string,
  charge: ProviderCharge | null,
): Promise<PaymentOutcome> =>
  portal.database.transaction((tx) => take(tx, purchaseId, charge, portal));
