import { and, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { paidStatuses, payableStatuses } from "../closed-sets.ts";
import { purchases, type PurchaseRow } from "../schema.ts";
import { keepBuyer } from "./buyer-store.ts";

/** SQL condition: the payment was taken, settled or not. */
export const isPaid = inArray(purchases.status, paidStatuses);

/** SQL condition: the purchase can be paid now. */
export const canBePaid = (now: Date) =>
  and(
    inArray(purchases.status, payableStatuses),
    isNotNull(purchases.userId),
    gt(purchases.expiresAt, now),
  );

/** Returns a purchase, whoever it belongs to. */
export async function findPurchase(
  database: Database,
  id: string,
): Promise<PurchaseRow | undefined> {
  const [row] = await database.select().from(purchases).where(eq(purchases.id, id));
  return row;
}

/** Returns the user's purchases that were charged or are being settled, newest first. */
export const findPaid = (database: Database, userId: string): Promise<PurchaseRow[]> =>
  database
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), isPaid))
    .orderBy(desc(purchases.createdAt), desc(purchases.id));

/**
 * Returns a purchase, locked until the transaction ends. Its buyer is locked first, as when an account
 * is deleted: the other order could deadlock.
 */
export async function lockPurchase(tx: Database, id: string): Promise<PurchaseRow | undefined> {
  const buyerId = (await findPurchase(tx, id))?.userId;
  if (buyerId) await keepBuyer(tx, buyerId);
  const [row] = await tx.select().from(purchases).where(eq(purchases.id, id)).for("update");
  return row;
}

export const insertPurchase = (tx: Database, row: PurchaseRow) => tx.insert(purchases).values(row);

export const updatePurchase = (
  database: Database,
  id: string,
  changes: Partial<Pick<PurchaseRow, "status" | "paidAt" | "receiptNumber" | "providerReference">>,
) => database.update(purchases).set(changes).where(eq(purchases.id, id));

/** Marks a purchase as declined unless it was paid meanwhile. */
export const declineUnpaid = (database: Database, id: string) =>
  database
    .update(purchases)
    .set({ status: "declined" })
    .where(and(eq(purchases.id, id), inArray(purchases.status, payableStatuses)));

/** Takes the next number of the sequence of receipts. */
export async function nextReceiptNumber(tx: Database, purchaseId: string): Promise<string> {
  const [next] = await tx
    .select({ number: sql<string>`nextval('receipt_numbers')::text` })
    .from(purchases)
    .where(eq(purchases.id, purchaseId));
  return next?.number ?? "";
}
