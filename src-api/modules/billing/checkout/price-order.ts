import { and, eq, inArray } from "drizzle-orm";
import type { Discount } from "../../../../src-shared/api/billing.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { discountCodes, products } from "../schema.ts";
import { cartLines, type Line, type OrderItem } from "./cart-lines.ts";
import { acceptDiscount, normaliseCode } from "./discount.ts";
import { countUses } from "./discount-uses.ts";
import { priceOf, type Price } from "./price.ts";

/** When a price is asked for, in which language, and by whom: null for a visitor. */
export type Asked = { now: Date; language: Language; userId: string | null };

/** What somebody wants to buy, as it was sent. */
export type Order = { items: OrderItem[]; discountCode?: string | undefined };

async function findDiscount(
  database: Database,
  code: string,
  lines: Line[],
  asked: Asked,
): Promise<Discount | null> {
  if (code === "") return null;
  const [row] = await database.select().from(discountCodes).where(eq(discountCodes.code, code));
  if (!row) throw new ApiError("discount-unknown");
  return acceptDiscount(row, lines, { ...asked, uses: await countUses(database, row, asked) });
}

/**
 * Prices an order with what is on sale now, names in the caller's language. A blank code is none.
 * Throws `cart-empty`, `item-unknown`, `validation` and `discount-…`.
 */
export async function priceOrder(
  database: Database,
  { items, discountCode = "" }: Order,
  asked: Asked,
): Promise<Price> {
  const skus = items.map(({ sku }) => sku);
  const onSale = await database
    .select()
    .from(products)
    .where(and(inArray(products.sku, skus), eq(products.onSale, true)));
  const lines = cartLines(items, onSale, asked.language);
  const discount = await findDiscount(database, normaliseCode(discountCode), lines, asked);
  return priceOf(lines, discount, asked.now);
}
