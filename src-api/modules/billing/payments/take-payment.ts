import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { charges, purchases } from "../schema.ts";
import type { Portal } from "../../../portal.ts";
import { lockCode } from "../checkout/discount-uses.ts";
import {
  findPurchase,
  isPaid,
  isPayable,
  lockPurchase,
  type PurchaseRow,
} from "../checkout/purchase.ts";
import { mailReceipt, type PaymentApp } from "../invoices/receipt-mail.ts";
import { settlePurchase } from "./settle.ts";
import { reserveSubscription } from "../subscriptions/subscription.ts";

/** What a provider charged: its reference, and when it settles; null: it has. */
export type ProviderCharge = { reference: string; settlesAt: Date | null };

/**
 * paid: taken, now or by an earlier try; already-subscribed: nothing was charged, there is another
 * membership; closed: it cannot be paid (expired, or its account is gone).
 */
export type PaymentOutcome = "paid" | "already-subscribed" | "closed";

type Taken = { outcome: PaymentOutcome; settled?: PurchaseRow };

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
  { now: clock, brand: { receiptPrefix } }: Pick<Portal, "now" | "brand">,
): Promise<Taken> {
  const purchase = await lockWithCode(tx, purchaseId);
  const now = clock();
  if (!purchase) return { outcome: "closed" };
  if (isPaid(purchase)) return { outcome: "paid" };
  const { userId, provider, currency } = purchase;
  if (!userId || !isPayable(purchase, now)) return { outcome: "closed" };
  if (!(await reserveSubscription(tx, { ...purchase, userId }, now))) {
    await setStatus(tx, purchaseId, "declined");
    return { outcome: "already-subscribed" };
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
    return { outcome: "paid" };
  }
  return {
    outcome: "paid",
    settled: await settlePurchase(tx, purchase, { settledAt: now, receiptPrefix }),
  };
}

/**
 * Takes the payment of a purchase once, in one transaction, however often and by however many it is
 * asked for: charge, status, membership and receipt number all come about, or none. The receipt is
 * mailed once it is settled.
 *
 * @param charge null when there is nothing to charge (a discount of everything)
 */
export async function takePayment(
  app: PaymentApp,
  purchaseId: string,
  charge: ProviderCharge | null,
): Promise<PaymentOutcome> {
  const { portal } = app;
  const { outcome, settled } = await portal.database.transaction((tx) =>
    take(tx, purchaseId, charge, portal),
  );
  if (settled) mailReceipt(app, settled);
  return outcome;
}

/** Notes that a try to pay failed; it may be tried again until the purchase expires. */
export async function declinePayment(database: Database, purchaseId: string): Promise<void> {
  await database
    .update(purchases)
    .set({ status: "declined" })
    .where(and(eq(purchases.id, purchaseId), inArray(purchases.status, ["open", "declined"])));
}
