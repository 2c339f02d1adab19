import { and, asc, eq, gt, isNull, or } from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import { discountCodes, type DiscountCode } from "./schema.ts";

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
