import { and, eq, lte } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import { idempotencyKeys } from "../schema.ts";
import { invoices, type Invoice } from "../../ledger/module.ts";

/** The `Idempotency-Key` of a checkout request and its user. */
type UserKey = { userId: string; key: string };

const sameKey = ({ userId, key }: UserKey) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));

/** Returns the invoice that a key opened, with the hash of the request. */
export async function findKey(
  tx: Database,
  key: UserKey,
): Promise<{ invoice: Invoice; requestHash: string } | undefined> {
  const [row] = await tx
    .select({ invoice: invoices, requestHash: idempotencyKeys.requestHash })
    .from(idempotencyKeys)
    .innerJoin(invoices, eq(invoices.id, idempotencyKeys.invoiceId))
    .where(sameKey(key));
  return row;
}

/** Deletes the keys that were used at `until` or earlier: all of them, or one. */
export const deleteKeys = (tx: Database, until: Date, key?: UserKey) =>
  tx.delete(idempotencyKeys).where(and(key && sameKey(key), lte(idempotencyKeys.createdAt, until)));

/** Returns the keys that a user has submitted, and when. */
export const findKeysOf = (database: Database, userId: string) =>
  database
    .select({ key: idempotencyKeys.key, createdAt: idempotencyKeys.createdAt })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.userId, userId));

export const insertKey = (tx: Database, row: typeof idempotencyKeys.$inferInsert) =>
  tx.insert(idempotencyKeys).values(row);
