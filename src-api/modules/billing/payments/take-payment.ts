import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { charges, purchases } from "../schema.ts";
import { lockCode } from "../checkout/discount-uses.ts";
import {
  findPurchase,
  isPaid,
  isPayable,
  lockPurchase,
  type PurchaseRow,
} from "../checkout/purchase.ts";
import type { PaymentApp } from "../invoices/receipt-mail.ts";
import { settlePurchase } from "./settle.ts";
import { reserveSubscription } from "../subscriptions/subscription.ts";

/** What a provider charged: its reference, and when it settles; null: it has. */
export type ProviderCharge = { reference: string; settlesAt: Date | null };

/**
 * paid: taken, now or by an earlier try; already-subscribed: nothing was charged, there is another
 * membership; closed: it cannot be paid (expired, or its account is gone).
 */
export type PaymentOutcome = "paid" | "already-subscribed" | "closed";

const setStatus = (tx: Database, id: string, status: "pending" | "declined") =>
  tx.update(purchases).set({ status }).where(eq(purchases.id, id));

/**
 * Locks a purchase, and before it the code that it reserved: at the moment in which an order lapses its
 * code is either paid for or free, never both.
 */
async function lockWithCode(tx: Database, purchaseId: string): Promise<PurchaseRow | undefined> {
  const reserved = await findPurchase(tx, purchaseId);
  if (reserved?.discount) await lockCode(tx, reserved.discount.code);
  return lockPurchase(tx, purchaseId);
}

async function take(
  tx: Database,
  purchaseId: string,
  charge: ProviderCharge | null,
  portal: PaymentApp["portal"],
): Promise<PaymentOutcome> {
  const purchase = await lockWithCode(tx, purchaseId);
  const now = portal.now();
  if (!purchase) return "closed";
  if (isPaid(purchase)) return "paid";
  const { userId, provider, currency } = purchase;
  if (!userId || !isPayable(purchase, now)) return "closed";
  if (!(await reserveSubscription(tx, { ...purchase, userId }, now))) {
    await setStatus(tx, purchaseId, "declined");
    return "already-subscribed";
  }
  if (charge) {
    await tx.insert(charges).values({
      id: randomUUID(),
      purchaseId,
      provider,
      providerReference: charge.reference,
      amount: purchase.total,
      currency,
      status: charge.settlesAt ? "settling" : "settled",
      createdAt: now,
      settlesAt: charge.settlesAt,
    });
  }
  if (charge?.settlesAt) {
    await setStatus(tx, purchaseId, "pending");
  } else {
    await settlePurchase(tx, purchase, { settledAt: now, portal });
  }
  return "paid";
}

/**
 * Takes the payment of a purchase once, in one transaction, however often and by however many it is
 * asked for: charge, status, membership, receipt number and the mail with the receipt all come about, or
 * none.
 *
 * @param charge null when there is nothing to charge (a discount of everything)
 */
export async function takePayment(
  app: PaymentApp,
  purchaseId: string,
  charge: ProviderCharge | null,
): Promise<PaymentOutcome> {
  const { portal } = app;
  return portal.database.transaction((tx) => take(tx, purchaseId, charge, portal));
}

/** Notes that a try to pay failed; it may be tried again until the purchase expires. */
export async function declinePayment(database: Database, purchaseId: string): Promise<void> {
  await database
    .update(purchases)
    .set({ status: "declined" })
    .where(and(eq(purchases.id, purchaseId), inArray(purchases.status, ["open", "declined"])));
}
