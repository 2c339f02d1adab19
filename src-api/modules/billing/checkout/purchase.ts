import { eq } from "drizzle-orm";
import type { Purchase } from "../../../../src-shared/api/billing.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { purchases } from "../schema.ts";
import { users } from "../../accounts/schema.ts";

export type PurchaseRow = typeof purchases.$inferSelect;

/** How long a purchase can be paid, in ms. */
export const purchaseLife = 24 * 60 * 60_000;

/** The status now: what was not paid in time has expired, without anybody writing that down. */
export function purchaseStatus(purchase: PurchaseRow, now: Date): Purchase["status"] {
  const unpaid = purchase.status === "open" || purchase.status === "declined";
  return unpaid && purchase.expiresAt <= now ? "expired" : purchase.status;
}

/** Whether it can be paid now: for the first time, or again with another card. */
export function isPayable(purchase: PurchaseRow, now: Date): boolean {
  const status = purchaseStatus(purchase, now);
  return status === "open" || status === "declined";
}

/** Whether its payment was taken, settled or not. */
export const isPaid = ({ status }: PurchaseRow): boolean =>
  status === "paid" || status === "pending";

/** The purchase with that id, whoever's it is; undefined when there is none. */
export async function findPurchase(
  database: Database,
  id: string,
): Promise<PurchaseRow | undefined> {
  const [row] = await database.select().from(purchases).where(eq(purchases.id, id));
  return row;
}

/**
 * The purchase, which nobody else changes until the transaction ends; undefined when there is none. Its
 * buyer is locked first, as when an account is deleted: in another order each would wait for the other.
 */
export async function lockPurchase(tx: Database, id: string): Promise<PurchaseRow | undefined> {
  const buyerId = (await findPurchase(tx, id))?.userId;
  if (buyerId) {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, buyerId)).for("key share");
  }
  const [row] = await tx.select().from(purchases).where(eq(purchases.id, id)).for("update");
  return row;
}
