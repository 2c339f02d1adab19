import { notInArray, sql } from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { discountCodes, products } from "../schema.ts";
import type { Product } from "../checkout/cart-lines.ts";
import { readCatalogueFile, type CatalogueFile } from "./catalogue-file.ts";
import type { DiscountCode } from "../checkout/discount.ts";

function productsOf({ currency, plans, extras }: CatalogueFile): Product[] {
  const none = { en: "" };
  const rows: Omit<Product, "position">[] = [
    ...plans.map((plan) => ({
      ...plan,
      kind: "membership" as const,
      summary: none,
      delivery: none,
      motif: "rosette",
      currency,
      onSale: true,
    })),
    ...extras.map((extra) => ({
      ...extra,
      kind: "extra" as const,
      period: null,
      currency,
      onSale: true,
    })),
  ];
  return rows.map((row, position) => ({ ...row, position }));
}

const dateOf = (text: string | undefined) => (text ? new Date(text) : null);

const codesOf = ({ currency, demoDiscountCodes }: CatalogueFile): DiscountCode[] =>
  demoDiscountCodes.map((code) => ({
    ...code,
    currency: code.kind === "amount" ? currency : null,
    startsAt: dateOf(code.startsAt),
    endsAt: dateOf(code.endsAt),
    maxRedemptions: code.maxRedemptions ?? null,
    maxPerUser: code.maxPerUser ?? null,
  }));

/** What an insert wanted to write, for an update in its place. */
const excluded = (column: { name: string }) => sql.raw(`excluded."${column.name}"`);

async function saveProducts(database: Database, rows: Product[]): Promise<void> {
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
        motif: excluded(rest.motif),
        price: excluded(rest.price),
        currency: excluded(rest.currency),
        position: excluded(rest.position),
        onSale: excluded(rest.onSale),
      },
    });
}

async function saveCodes(database: Database, rows: DiscountCode[]): Promise<void> {
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
        endsAt: excluded(discountCodes.endsAt),
        maxRedemptions: excluded(discountCodes.maxRedemptions),
        maxPerUser: excluded(discountCodes.maxPerUser),
      },
    });
}

/**
 * Brings what is for sale up to the brand's catalogue, at each start: new and changed products are
 * written, those that left the file are taken off sale (purchases keep naming them). Discount codes
 * of the file are for the demo only. Rejects when the file does not parse, and changes nothing then.
 */
export async function importCatalogue(
  database: Database,
  { demo }: { demo: boolean },
): Promise<void> {
  const file = await readCatalogueFile();
  await database.transaction(async (tx) => {
    await saveProducts(tx, productsOf(file));
    if (demo) await saveCodes(tx, codesOf(file));
  });
}
