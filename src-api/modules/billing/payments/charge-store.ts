import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { charges, purchases, type Charge } from "../schema.ts";

export const insertCharge = (tx: Database, row: Charge) => tx.insert(charges).values(row);

/** A charge that the provider has settled by now. */
export type DueCharge = Pick<Charge, "id" | "purchaseId"> & { settlesAt: Date };

/** Returns the user's charges whose time to settle has come. */
export const findDueCharges = (
  database: Database,
  userId: string,
  now: Date,
): Promise<DueCharge[]> =>
  database
    .select({
      id: charges.id,
      purchaseId: charges.purchaseId,
      settlesAt: sql<Date>`${charges.settlesAt}`.mapWith(charges.settlesAt),
    })
    .from(charges)
    .innerJoin(purchases, eq(purchases.id, charges.purchaseId))
    .where(
      and(
        eq(purchases.userId, userId),
        eq(charges.status, "settling"),
        isNotNull(charges.settlesAt),
        lte(charges.settlesAt, now),
      ),
    );

/** Marks a charge as settled. Returns false when another process did so before. */
export async function markSettled(tx: Database, id: string): Promise<boolean> {
  const settled = await tx
    .update(charges)
    .set({ status: "settled" })
    .where(and(eq(charges.id, id), eq(charges.status, "settling")))
    .returning({ id: charges.id });
  return settled.length > 0;
}
