import { and, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { discountCodes, idempotencyKeys, purchases } from "../schema.ts";
import type { DiscountCode } from "./discount.ts";

/**
 * How often a code is in use: by purchases that were paid, and by open ones that still can be (an order
 * reserves its code until it lapses). The asking user's own open orders do not count: a new order
 * with the code takes their place.
 */
export type DiscountUses = {
  /** By anybody. */
  taken: number;
  /** Paid for by the user. */
  own: number;
};

type Asking = { now: Date; userId: string | null };

const isLimited = ({ maxRedemptions, maxPerUser }: DiscountCode): boolean =>
  maxRedemptions !== null || maxPerUser !== null;

const withCode = (code: string) => sql`${purchases.discount} ->> 'code' = ${code}`;
const isPaid = inArray(purchases.status, ["pending", "paid"]);
const canBePaid = (now: Date) =>
  and(
    inArray(purchases.status, ["open", "declined"]),
    isNotNull(purchases.userId),
    gt(purchases.expiresAt, now),
  );

/** The uses of a limited code; of another one they are not counted. */
export async function countUses(
  database: Database,
  code: DiscountCode,
  { now, userId }: Asking,
): Promise<DiscountUses> {
  if (!isLimited(code)) return { taken: 0, own: 0 };
  const isOwn = sql`${purchases.userId} is not distinct from ${userId}::uuid`;
  const [uses] = await database
    .select({
      taken: sql<number>`count(*) filter (where ${isPaid} or not (${isOwn}))::int`,
      own: sql<number>`count(*) filter (where ${isPaid} and ${userId}::uuid is not null and ${isOwn})::int`,
    })
    .from(purchases)
    .where(and(withCode(code.code), or(isPaid, canBePaid(now))));
  return uses ?? { taken: 0, own: 0 };
}

/**
 * The code, undefined when there is none. Makes orders with it follow each other, and payments of such
 * orders, until the transaction ends; comes before the lock of a purchase.
 */
export async function lockCode(tx: Database, code: string): Promise<DiscountCode | undefined> {
  const [row] = await tx
    .select()
    .from(discountCodes)
    .where(eq(discountCodes.code, code))
    .for("update");
  return row;
}

/**
 * Closes a user's open orders with a limited code, since another one takes their place, and frees the
 * keys of their submits.
 */
export async function closeOpenOrders(
  tx: Database,
  code: DiscountCode,
  { now, userId }: { now: Date; userId: string },
): Promise<void> {
  if (!isLimited(code)) return;
  const closed = await tx
    .update(purchases)
    .set({ expiresAt: now })
    .where(and(eq(purchases.userId, userId), withCode(code.code), canBePaid(now)))
    .returning({ id: purchases.id });
  const ids = closed.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.purchaseId, ids));
  }
}
