import { and, eq, inArray } from "drizzle-orm";
import type { Discount } from "../../src-shared/api/billing.ts";
import type { Language } from "../../src-shared/languages.ts";
import type { Database } from "../database/connect.ts";
import { discountCodes, products } from "../database/schema.ts";
import { cartLines, type Line, type OrderItem } from "./cart-lines.ts";
import { acceptDiscount, normaliseCode } from "./discount.ts";
import { priceOf, type Price } from "./price.ts";

/** What somebody wants to buy, as it was sent. */
export type Order = { items: OrderItem[]; discountCode?: string | undefined };

async function findDiscount(
  database: Database,
  code: string,
  lines: Line[],
  at: { now: Date; language: Language },
): Promise<Discount | null> {
  if (code === "") return null;
  const [row] = await database.select().from(discountCodes).where(eq(discountCodes.code, code));
  return acceptDiscount(row, lines, at);
}

/**
 * Prices an order with what is on sale now, names in the caller's language. A blank code is none.
 * Throws `cart-empty`, `item-unknown`, `validation` and `discount-…`.
 */
export async function priceOrder(
  database: Database,
  { items, discountCode = "" }: Order,
  at: { now: Date; language: Language },
): Promise<Price> {
  const skus = items.map(({ sku }) => sku);
  const onSale = await database
    .select()
    .from(products)
    .where(and(inArray(products.sku, skus), eq(products.onSale, true)));
  const lines = cartLines(items, onSale, at.language);
  const discount = await findDiscount(database, normaliseCode(discountCode), lines, at);
  return priceOf(lines, discount, at.now);
}
