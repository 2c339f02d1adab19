import { and, eq, lte, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { charges, purchases } from "../schema.ts";
import { loadSessionById } from "../../accounts/sessions/live-session.ts";
import type { Session } from "../../../http/session.ts";
import { lockPurchase, type PurchaseRow } from "../checkout/purchase.ts";
import { enqueueReceipt, type PaymentApp } from "../invoices/receipt-mail.ts";
import { receiptNumber } from "../invoices/receipt-number.ts";
import { activateSubscription } from "../subscriptions/subscription.ts";

/** Marks a purchase as paid at `settledAt`: it gets its receipt, which is mailed, and its membership begins. */
export async function settlePurchase(
  tx: Database,
  purchase: PurchaseRow,
  { settledAt, portal }: { settledAt: Date; portal: PaymentApp["portal"] },
): Promise<void> {
  await activateSubscription(tx, purchase, settledAt);
  const [next] = await tx
    .select({ number: sql<string>`nextval('receipt_numbers')::text` })
    .from(purchases)
    .where(eq(purchases.id, purchase.id));
  const settled = {
    status: "paid" as const,
    paidAt: settledAt,
    receiptNumber: receiptNumber(portal.brand.receiptPrefix, next?.number ?? "", settledAt),
  };
  await tx.update(purchases).set(settled).where(eq(purchases.id, purchase.id));
  await enqueueReceipt(portal, tx, purchase);
}

/** Settles one charge once, however many ask at the same time; false when another was faster. */
async function settleCharge(
  tx: Database,
  charge: { id: string; purchaseId: string; settlesAt: Date },
  portal: PaymentApp["portal"],
): Promise<boolean> {
  const purchase = await lockPurchase(tx, charge.purchaseId);
  const mine = await tx
    .update(charges)
    .set({ status: "settled" })
    .where(and(eq(charges.id, charge.id), eq(charges.status, "settling")))
    .returning({ id: charges.id });
  if (!purchase || mine.length === 0) return false;
  await settlePurchase(tx, purchase, { settledAt: charge.settlesAt, portal });
  return true;
}

/**
 * Settles the user's charges that the sandbox announced for a time that has come (no worker waits for
 * it: whoever reads the state settles it). Returns how many were settled.
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
    const mine = await portal.database.transaction((tx) =>
      settleCharge(tx, { ...charge, settlesAt }, portal),
    );
    if (mine) settled += 1;
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
