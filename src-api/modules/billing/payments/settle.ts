import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { charges, purchases } from "../schema.ts";
import { loadSessionById } from "../../accounts/sessions/live-session.ts";
import type { Session } from "../../../http/session.ts";
import { lockPurchase, type PurchaseRow } from "../checkout/purchase.ts";
import { mailReceipt, type PaymentApp } from "../invoices/receipt-mail.ts";
import { receiptNumber } from "../invoices/receipt-number.ts";
import { activateSubscription } from "../subscriptions/subscription.ts";

/** Marks a purchase as paid at `settledAt`: it gets its receipt, and its membership begins. */
export async function settlePurchase(
  tx: Database,
  purchase: PurchaseRow,
  { settledAt, receiptPrefix }: { settledAt: Date; receiptPrefix: string },
): Promise<PurchaseRow> {
  await activateSubscription(tx, purchase, settledAt);
  const [next] = await tx
    .select({ number: sql<string>`nextval('receipt_numbers')::text` })
    .from(purchases)
    .where(eq(purchases.id, purchase.id));
  const settled = {
    status: "paid" as const,
    paidAt: settledAt,
    receiptNumber: receiptNumber(receiptPrefix, next?.number ?? "", settledAt),
  };
  await tx.update(purchases).set(settled).where(eq(purchases.id, purchase.id));
  return { ...purchase, ...settled };
}

/** Settles one charge once, however many ask at the same time; null when another was faster. */
async function settleCharge(
  tx: Database,
  charge: { id: string; purchaseId: string; settlesAt: Date },
  receiptPrefix: string,
): Promise<PurchaseRow | null> {
  const purchase = await lockPurchase(tx, charge.purchaseId);
  const mine = await tx
    .update(charges)
    .set({ status: "settled" })
    .where(and(eq(charges.id, charge.id), eq(charges.status, "settling")))
    .returning({ id: charges.id });
  if (!purchase || mine.length === 0) return null;
  return settlePurchase(tx, purchase, { settledAt: charge.settlesAt, receiptPrefix });
}

/**
 * Settles the user's charges that the sandbox announced for a time that has come (no worker waits for
 * it: whoever reads the state settles it), and mails the receipts. Gives how many were settled.
 */
export async function settleDuePayments(app: PaymentApp, userId: string): Promise<number> {
  const { portal } = app;
  const due = await portal.database
    .select({ id: charges.id, purchaseId: charges.purchaseId, settlesAt: charges.settlesAt })
    .from(charges)
    .innerJoin(purchases, eq(purchases.id, charges.purchaseId))
    .where(
      and(
        eq(purchases.userId, userId),
        eq(charges.status, "settling"),
        lte(charges.settlesAt, portal.now()),
      ),
    );
  let settled = 0;
  for (const { settlesAt, ...charge } of due) {
    if (!settlesAt) continue;
    const purchase = await portal.database.transaction((tx) =>
      settleCharge(tx, { ...charge, settlesAt }, portal.brand.receiptPrefix),
    );
    if (!purchase) continue;
    settled += 1;
    mailReceipt(app, purchase);
  }
  return settled;
}

/**
 * The session as it is once due payments are settled: a membership that waited for its activation
 * may have become active. For what tells a user about the membership, such as GET /me.
 */
export async function settledSession(app: PaymentApp, session: Session): Promise<Session> {
  if (!session.subscriptionPending) return session;
  await settleDuePayments(app, session.userId);
  return (await loadSessionById(app.portal, session.id)) ?? session;
}
