import type { Session } from "../../../http/session.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { lockPurchase, nextReceiptNumber, updatePurchase } from "../checkout/purchase-store.ts";
import { enqueueReceipt, type PaymentPortal } from "../invoices/receipt-mail.ts";
import { receiptNumber } from "../invoices/receipt.ts";
import type { PurchaseRow } from "../schema.ts";
import { activateSubscription } from "../subscriptions/subscription.ts";
import { findStanding } from "../subscriptions/subscription-store.ts";
import { findDueCharges, markSettled, type DueCharge } from "./charge-store.ts";

/** Marks a purchase as paid at `settledAt`, numbers and mails its receipt, and begins its membership. */
export async function settlePurchase(
  tx: Database,
  purchase: PurchaseRow,
  { settledAt, portal }: { settledAt: Date; portal: PaymentPortal },
): Promise<void> {
  await activateSubscription(tx, purchase, settledAt);
  const sequence = await nextReceiptNumber(tx, purchase.id);
  const settled = {
    status: "paid" as const,
    paidAt: settledAt,
    receiptNumber: receiptNumber(portal.brand.receiptPrefix, sequence, settledAt),
  };
  await updatePurchase(tx, purchase.id, settled);
  await enqueueReceipt(portal, tx, purchase);
}

/** Settles a charge once. Returns false when a concurrent call was faster. */
async function settleCharge(
  tx: Database,
  charge: DueCharge,
  portal: PaymentPortal,
): Promise<boolean> {
  const purchase = await lockPurchase(tx, charge.purchaseId);
  const mine = await markSettled(tx, charge.id);
  if (!purchase || !mine) return false;
  await settlePurchase(tx, purchase, { settledAt: charge.settlesAt, portal });
  return true;
}

/**
 * Settles the user's sandbox charges whose time has come. Every request that
 * reads the state of purchases or of the membership calls this first. Returns the number of settled
 * charges.
 */
export async function settleDuePayments(portal: PaymentPortal, userId: string): Promise<number> {
  let settled = 0;
  for (const charge of await findDueCharges(portal.database, userId, portal.now())) {
    const mine = await portal.database.transaction((tx) => settleCharge(tx, charge, portal));
    if (mine) settled += 1;
  }
  return settled;
}

/**
 * Returns the session after settling due payments: a pending membership may have become active. For
 * requests that show or check the membership, such as GET /me.
 */
export async function settledSession(portal: PaymentPortal, session: Session): Promise<Session> {
  if (!session.subscriptionPending) return session;
  await settleDuePayments(portal, session.userId);
  const { database, now } = portal;
  return { ...session, ...(await findStanding(database, session.userId, now())) };
}
