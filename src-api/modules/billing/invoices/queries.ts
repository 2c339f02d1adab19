import { and, desc, eq, inArray } from "drizzle-orm";
import { ApiError } from "../../../infra/api-error.ts";
import { findPurchase, type PurchaseRow } from "../checkout/purchase.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { products, purchases } from "../schema.ts";

/** The user's purchases that were charged or are being settled, newest first. */
export const findPaid = (database: Database, userId: string): Promise<PurchaseRow[]> =>
  database
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), inArray(purchases.status, ["paid", "pending"])))
    .orderBy(desc(purchases.createdAt), desc(purchases.id));

/** A purchase of that user; throws `not-found` for nobody's and for somebody else's alike. */
export async function requireOwn(
  database: Database,
  userId: string,
  id: string,
): Promise<PurchaseRow> {
  const purchase = await findPurchase(database, id);
  if (purchase?.userId !== userId) throw new ApiError("not-found");
  return purchase;
}

/** How to get the extras of a purchase, by SKU, also of those no longer on sale. */
export const findDeliveries = (database: Database, { lines }: PurchaseRow) =>
  database
    .select({ sku: products.sku, delivery: products.delivery })
    .from(products)
    .where(
      and(
        inArray(
          products.sku,
          lines.map(({ sku }) => sku),
        ),
        eq(products.kind, "extra"),
      ),
    );
