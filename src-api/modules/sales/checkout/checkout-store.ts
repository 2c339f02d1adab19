import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, inArray, lte, or, sql } from "#api/infra/database/drizzle.ts";
import type { DiscountUses } from "../../catalogue/module.ts";
import { canBePaid, invoices, wasPaid, type Invoice } from "../../ledger/module.ts";
import { idempotencyKeys } from "../schema.ts";

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

/** SQL condition: an order with the code. Renewals with what is left of it are not further uses. */
const withCode = (code: string) =>
  and(sql`${invoices.discount} ->> 'code' = ${code}`, eq(invoices.reason, "checkout"));

/** Counts the uses of a code from the point of view of a user, or of a visitor (null). */
export async function countUses(
  database: Database,
  code: string,
  { now, userId }: { now: Date; userId: string | null },
): Promise<DiscountUses> {
  const isOwn = sql`${invoices.userId} is not distinct from ${userId}::uuid`;
  const [uses] = await database
    .select({
      total: sql<number>`count(*) filter (where ${wasPaid} or not (${isOwn}))::int`,
      own: sql<number>`count(*) filter (where ${wasPaid} and ${userId}::uuid is not null and ${isOwn})::int`,
    })
    .from(invoices)
    .where(and(withCode(code), or(wasPaid, canBePaid(now))));
  return uses ?? { total: 0, own: 0 };
}

/** Closes a user's open orders with a code and frees the idempotency keys that they were opened with. Returns their ids. */
export async function closeOpenOrders(
  tx: Database,
  code: string,
  { now, userId }: { now: Date; userId: string },
): Promise<string[]> {
  const closed = await tx
    .update(invoices)
    .set({ expiresAt: now })
    .where(and(eq(invoices.userId, userId), withCode(code), canBePaid(now)))
    .returning({ id: invoices.id });
  const ids = closed.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.invoiceId, ids));
  }
  return ids;
}
