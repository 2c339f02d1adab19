import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNull,
  notInArray,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import type { Database } from "../../infra/database/connect.ts";
import { insertedValues } from "../../infra/database/upsert.ts";
import {
  discountCodes,
  products,
  type DiscountCode,
  type NewProduct,
  type Product,
} from "./schema.ts";

/** Returns the products on sale, in the order of the catalogue. */
export const findOnSale = (database: Database): Promise<Product[]> =>
  database
    .select()
    .from(products)
    .where(eq(products.onSale, true))
    .orderBy(asc(products.position), asc(products.sku));

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
export async function findUndelivered(database: Database, rows: NewProduct[]): Promise<string[]> {
  const delivered = rows.filter(({ deliveredAs }) => deliveredAs !== null).map(({ sku }) => sku);
  const stored = await database
    .select({ sku: products.sku })
    .from(products)
    .where(and(inArray(products.sku, delivered), isNull(products.deliveredAs)));
  return stored.map(({ sku }) => sku);
}

/**
 * Inserts or updates the products of the brand by SKU, and takes those off sale that it no longer has, or whose price is in another
 * currency. Those of the portal stay as they are. Returns the SKUs that both have.
 */
export async function saveProducts(database: Database, rows: NewProduct[]): Promise<string[]> {
  const { sku, origin, currency } = products;
  const skus = rows.map((row) => row.sku);
  const gone = and(eq(origin, "brand"), notInArray(sku, skus));
  const isForeign = notInArray(
    currency,
    rows.map((row) => row.currency),
  );
  await database.update(products).set({ onSale: false }).where(or(gone, isForeign));
  await database
    .insert(products)
    .values(rows)
    .onConflictDoUpdate({
      target: sku,
      set: insertedValues(products),
      setWhere: eq(origin, "brand"),
    });
  const kept = await database
    .select({ sku })
    .from(products)
    .where(and(eq(origin, "portal"), inArray(sku, skus)))
    .orderBy(asc(sku));
  return kept.map((row) => row.sku);
}

/** Returns all extras, also those that are not on sale, in the order of the catalogue. */
export const findExtras = (database: Database): Promise<Product[]> =>
  database
    .select()
    .from(products)
    .where(eq(products.kind, "extra"))
    .orderBy(asc(products.position), asc(products.sku));

/** Returns the currency in which prices are now. */
export async function findCurrency(database: Database): Promise<string> {
  const [row] = await database
    .select({ currency: products.currency })
    .from(products)
    .orderBy(desc(products.onSale), asc(products.origin))
    .limit(1);
  if (!row) throw new Error("The catalogue is empty: the start of the portal fills it.");
  return row.currency;
}

/** Returns an extra, locked until the transaction ends. */
export async function lockExtra(tx: Database, sku: string): Promise<Product | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.sku, sku), eq(products.kind, "extra")))
    .for("update");
  return row;
}

/** Adds an extra of the portal behind all others. Returns undefined if the SKU is taken. */
export async function insertExtra(
  database: Database,
  row: Omit<NewProduct, "position">,
): Promise<Product | undefined> {
  const position = sql`(select coalesce(max(position), 0) + 1 from ${products})`;
  const [added] = await database
    .insert(products)
    .values({ ...row, position })
    .onConflictDoNothing()
    .returning();
  return added;
}

/** Changes an extra, which is the portal's own from then on. */
export async function updateExtra(
  database: Database,
  before: Product,
  changes: Partial<Product>,
): Promise<Product> {
  const after = { ...before, ...changes, origin: "portal", revision: before.revision + 1 } as const;
  await database.update(products).set(after).where(eq(products.sku, before.sku));
  return after;
}

/** Returns which of some stored files are sold, or were before. */
export async function findSoldFiles(database: Database, names: string[]): Promise<string[]> {
  const rows = await database
    .select({ name: sql<string>`stored.value` })
    .from(products)
    .innerJoin(
      sql`lateral jsonb_each_text(${products.storedFile}) as stored`,
      sql`stored.value = any(${sql.param(names)}::text[])`,
    );
  return rows.map(({ name }) => name);
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
        ...insertedValues(discountCodes),
        endsAt: sql`least(${discountCodes.endsAt}, excluded.${sql.identifier(discountCodes.endsAt.name)})`,
      },
    });
}
