import type { Discount } from "#shared/api/billing.ts";
import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  acceptDiscount,
  findCode,
  findOnSaleBySku,
  isLimited,
  normaliseCode,
  type DiscountCode,
  type Line,
} from "../../catalogue/module.ts";
import { cartLines, type OrderItem } from "./cart-lines.ts";
import { countUses } from "./code-uses-store.ts";
import { priceOf, type Price } from "./price.ts";

/** Who asks for a price (null: a visitor), when, and in which language. */
type Asked = { now: Date; language: Language; userId: string | null };

/** What somebody wants to buy, as it was sent. */
type Order = { items: OrderItem[]; discountCode?: string | undefined };

async function findDiscount(
  database: Database,
  code: string,
  lines: Line[],
  asked: Asked,
): Promise<{ code: DiscountCode; discount: Discount } | null> {
  if (code === "") return null;
  const found = await findCode(database, code);
  if (!found) throw new ApiError("discount-unknown");
  const uses = isLimited(found) ? await countUses(database, code, asked) : { taken: 0, own: 0 };
  return { code: found, discount: acceptDiscount(found, lines, { ...asked, uses }) };
}

/**
 * Prices an order with the products on sale, names in the caller's language. A blank code means no
 * discount. Throws `cart-empty`, `item-unknown`, `validation` and `discount-…`.
 */
export async function priceOrder(
  database: Database,
  { items, discountCode = "" }: Order,
  asked: Asked,
): Promise<Price> {
  const skus = items.map(({ sku }) => sku);
  const lines = cartLines(items, await findOnSaleBySku(database, skus), asked.language);
  const accepted = await findDiscount(database, normaliseCode(discountCode), lines, asked);
  return priceOf(lines, accepted, asked.now);
}
