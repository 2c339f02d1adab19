import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { discountCodes, idempotencyKeys, invoices, type DiscountCode } from "../schema.ts";
import type { DiscountUses } from "./discount.ts";
import { canBePaid, isPaid } from "../invoices/invoice-store.ts";

/** SQL condition: an order with the code. Renewals with what is left of it are not further uses. */
const withCode = (code: string) =>
  and(sql`${invoices.discount} ->> 'code' = ${code}`, eq(invoices.reason, "checkout"));

export async function findCode(
  database: Database,
  code: string,
): Promise<DiscountCode | undefined> {
  const [row] = await database.select().from(discountCodes).where(eq(discountCodes.code, code));
  return row;
}

export const findCodes = (database: Database): Promise<DiscountCode[]> =>
  database.select().from(discountCodes).orderBy(asc(discountCodes.code));

/** Inserts a code. False when there is one of this name. */
export async function insertCode(database: Database, row: DiscountCode): Promise<boolean> {
  const inserted = await database
    .insert(discountCodes)
    .values(row)
    .onConflictDoNothing()
    .returning({ code: discountCodes.code });
  return inserted.length > 0;
}

/** Ends a code. False when there is none, or when it has ended already. */
export async function endCode(database: Database, code: string, now: Date): Promise<boolean> {
  const { endsAt } = discountCodes;
  const ended = await database
    .update(discountCodes)
    .set({ endsAt: now })
    .where(and(eq(discountCodes.code, code), or(isNull(endsAt), gt(endsAt, now))))
    .returning({ code: discountCodes.code });
  return ended.length > 0;
}

/**
 * Returns the code, locked until the transaction ends: orders with it, and their payments, run one after
 * the other. Lock the code before an invoice.
 */
export async function lockCode(tx: Database, code: string): Promise<DiscountCode | undefined> {
  const [row] = await tx
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, code))
    .for("update");
  return row;
}

/** Counts the uses of a code from the point of view of a user, or of a visitor (null). */
export async function countUses(
  database: Database,
  code: string,
  { now, userId }: { now: Date; userId: string | null },
): Promise<DiscountUses> {
  const isOwn = sql`${invoices.userId} is not distinct from ${userId}::uuid`;
  const [uses] = await database
    .select({
      taken: sql<number>`count(*) filter (where ${isPaid} or not (${isOwn}))::int`,
      own: sql<number>`count(*) filter (where ${isPaid} and ${userId}::uuid is not null and ${isOwn})::int`,
    })
    .from(invoices)
    .where(and(withCode(code), or(isPaid, canBePaid(now))));
  return uses ?? { taken: 0, own: 0 };
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
