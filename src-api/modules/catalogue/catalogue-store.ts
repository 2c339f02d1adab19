import { and, asc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../infra/database/connect.ts";
import { discountCodes, products, type DiscountCode, type Product } from "./schema.ts";

/** Returns the products on sale, in the order of the catalogue. */
export const findOnSale = (database: Database): Promise<Product[]> =>
  database.select().from(products).where(eq(products.onSale, true)).orderBy(asc(products.position));

/** Returns those of the SKUs that are on sale. */
export const findOnSaleBySku = (database: Database, skus: string[]): Promise<Product[]> =>
  database
    .select()
    .from(products)
    .where(and(inArray(products.sku, skus), eq(products.onSale, true)));

/** Returns a product, also one that is no longer on sale. */
export async function findProduct(database: Database, sku: string): Promise<Product | undefined> {
  const [row] = await database.select().from(products).where(eq(products.sku, sku));
  return row;
}

/** Returns how the extras among the SKUs are delivered, also of those no longer on sale. */
export const findDeliveries = (database: Database, skus: string[]) =>
  database
    .select({ sku: products.sku, delivery: products.delivery })
    .from(products)
    .where(and(inArray(products.sku, skus), eq(products.kind, "extra")));

/** Returns those of the products that are stored without the way in which they are delivered now. */
export async function findUndelivered(database: Database, rows: Product[]): Promise<string[]> {
  const delivered = rows.filter(({ deliveredAs }) => deliveredAs !== null).map(({ sku }) => sku);
  const stored = await database
    .select({ sku: products.sku })
    .from(products)
    .where(and(inArray(products.sku, delivered), isNull(products.deliveredAs)));
  return stored.map(({ sku }) => sku);
}

/** The value that an insert failed to write, for the update in its place. */
const excluded = (column: { name: string }) => sql.raw(`excluded."${column.name}"`);

/** Inserts or updates products by SKU, and takes all others off sale. */
export async function saveProducts(database: Database, rows: Product[]): Promise<void> {
  const { sku, ...rest } = products;
  const skus = rows.map((row) => row.sku);
  await database.update(products).set({ onSale: false }).where(notInArray(sku, skus));
  await database
    .insert(products)
    .values(rows)
    .onConflictDoUpdate({
      target: sku,
      set: {
        kind: excluded(rest.kind),
        period: excluded(rest.period),
        name: excluded(rest.name),
        summary: excluded(rest.summary),
        delivery: excluded(rest.delivery),
        deliveredAs: excluded(rest.deliveredAs),
        file: excluded(rest.file),
        motif: excluded(rest.motif),
        price: excluded(rest.price),
        currency: excluded(rest.currency),
        taxRate: excluded(rest.taxRate),
        position: excluded(rest.position),
        onSale: excluded(rest.onSale),
      },
    });
}

/** Inserts or updates discount codes. One that was ended stays so. */
export async function saveCodes(database: Database, rows: DiscountCode[]): Promise<void> {
  if (rows.length === 0) return;
  await database
    .insert(discountCodes)
    .values(rows)
    .onConflictDoUpdate({
      target: discountCodes.code,
      set: {
        description: excluded(discountCodes.description),
        kind: excluded(discountCodes.kind),
        value: excluded(discountCodes.value),
        currency: excluded(discountCodes.currency),
        skus: excluded(discountCodes.skus),
        startsAt: excluded(discountCodes.startsAt),
        periods: excluded(discountCodes.periods),
        endsAt: sql`least(${discountCodes.endsAt}, ${excluded(discountCodes.endsAt)})`,
        maxRedemptions: excluded(discountCodes.maxRedemptions),
        maxPerUser: excluded(discountCodes.maxPerUser),
      },
    });
}
