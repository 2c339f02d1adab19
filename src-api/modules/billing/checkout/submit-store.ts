import { and, eq, lte } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { idempotencyKeys, purchases, type PurchaseRow } from "../schema.ts";

/** A checkout request, identified by the user and the request's `Idempotency-Key`. */
type SubmitKey = { userId: string; key: string };

const sameSubmit = ({ userId, key }: SubmitKey) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/** Returns the purchase that a key opened, with the hash of the request. */
export async function findSubmit(
  tx: Database,
  key: SubmitKey,
): Promise<{ purchase: PurchaseRow; requestHash: string } | undefined> {
  const [row] = await tx
    .select({ purchase: purchases, requestHash: idempotencyKeys.requestHash })
    .from(idempotencyKeys)
    .innerJoin(purchases, eq(purchases.id, idempotencyKeys.purchaseId))
    .where(sameSubmit(key));
  return row;
}

/** Forgets a key that was used at `until` or earlier. */
export const forgetSubmit = (tx: Database, key: SubmitKey, until: Date) =>
  tx.delete(idempotencyKeys).where(and(sameSubmit(key), lte(idempotencyKeys.createdAt, until)));

export const insertSubmit = (tx: Database, row: typeof idempotencyKeys.$inferInsert) =>
  tx.insert(idempotencyKeys).values(row);
