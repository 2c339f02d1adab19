import type { Discount, Quote } from "#shared/api/billing.ts";
import { maxQuantity, type CartItem } from "#shared/api/cart.ts";
import type { Language } from "#shared/languages.ts";
import { normaliseCode } from "#shared/api/discounts.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import {
  acceptDiscount,
  discountAmount,
  findCode,
  findOnSaleBySku,
  isLimited,
  membershipLine,
  periodEnd,
  recurringDiscountOf,
  withDiscount,
  type DiscountCode,
  type Line,
  type Product,
} from "../../catalogue/module.ts";
import { countUses } from "./checkout-store.ts";

type OrderItem = Pick<CartItem, "sku" | "quantity">;

/** Adds up the quantities of the same SKU; keeps the order in which SKUs first appear. */
function merge(items: readonly OrderItem[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of items) {
    quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  }
  return quantities;
}

function lineOf(product: Product, wanted: number, language: Language): Line {
  const quantity = Math.min(wanted, product.kind === "membership" ? 1 : maxQuantity);
  const { currency } = product;
  return {
    sku: product.sku,
    kind: product.kind,
    ...(product.period && { period: product.period }),
    name: localised(product.name, language),
    quantity,
    unitPrice: { amount: product.price, currency },
    total: { amount: product.price * quantity, currency },
    taxRate: product.taxRate,
  };
}

/**
 * Returns the priced lines of a cart, names in the caller's language, amounts in minor units. Items of
 * the same SKU become one line; its quantity is limited to 1 for a membership and `maxQuantity` for an
 * extra. Throws `cart-empty`, `item-unknown` for an item not on sale, `validation` for two memberships.
 */
export function cartLines(
  items: readonly OrderItem[],
  onSale: readonly Product[],
  language: Language,
): Line[] {
  if (items.length === 0) throw new ApiError("cart-empty");
  const lines = [...merge(items)].map(([sku, quantity]) => {
    const product = onSale.find((candidate) => candidate.sku === sku);
    if (!product) throw new ApiError("item-unknown");
    return lineOf(product, quantity, language);
  });
  if (lines.filter(({ kind }) => kind === "membership").length > 1) {
    throw new ApiError("validation", { fields: { items: "one-membership" } });
  }
  return lines;
}

/** What a cart costs now, and the first renewal. */
export type Price = Pick<Quote, "lines" | "subtotal" | "discount" | "dueNow" | "renewal">;

/** A code that was accepted for a cart, and what it takes off. */
type Accepted = { code: DiscountCode; discount: Discount };

function renewalOf(lines: readonly Line[], code: DiscountCode | null, now: Date): Price["renewal"] {
  const line = membershipLine(lines);
  if (!line?.period) return null;
  const regularPrice = line.unitPrice;
  const kept = code && recurringDiscountOf(code, line.sku);
  const off = kept ? discountAmount(kept, [line]) : 0;
  const price = { ...regularPrice, amount: regularPrice.amount - off };
  return {
    price,
    on: periodEnd(now, line.period).toISOString(),
    period: line.period,
    regularPrice,
  };
}

/** Adds up lines of one currency. Throws `cart-empty`. */
export function priceOf(lines: Line[], accepted: Accepted | null, now: Date): Price {
  const currency = lines[0]?.total.currency;
  if (!currency) throw new ApiError("cart-empty");
  const subtotal = lines.reduce((sum, { total }) => sum + total.amount, 0);
  const off = accepted?.discount.amount.amount ?? 0;
  return {
    lines: accepted ? withDiscount(accepted.code, lines) : lines,
    subtotal: { amount: subtotal, currency },
    discount: accepted?.discount ?? null,
    dueNow: { amount: subtotal - off, currency },
    renewal: renewalOf(lines, accepted?.code ?? null, now),
  };
}

/** Who asks for a price (null: a visitor), when, and in which language. */
type PriceRequest = { now: Date; language: Language; userId: string | null };

/** What somebody wants to buy, as it was sent. */
type Order = { items: OrderItem[]; discountCode?: string | undefined };

async function findDiscount(
  database: Database,
  code: string,
  lines: Line[],
  request: PriceRequest,
): Promise<{ code: DiscountCode; discount: Discount } | null> {
  if (code === "") return null;
  const found = await findCode(database, code);
  if (!found) throw new ApiError("discount-unknown");
  const uses = isLimited(found) ? await countUses(database, code, request) : { total: 0, own: 0 };
  return { code: found, discount: acceptDiscount(found, lines, { ...request, uses }) };
}

/**
 * Prices an order with the products on sale, names in the caller's language. A blank code means no
 * discount. Throws `cart-empty`, `item-unknown`, `validation` and `discount-…`.
 */
export async function priceOrder(
  database: Database,
  { items, discountCode = "" }: Order,
  request: PriceRequest,
): Promise<Price> {
  const skus = items.map(({ sku }) => sku);
  const lines = cartLines(items, await findOnSaleBySku(database, skus), request.language);
  const accepted = await findDiscount(database, normaliseCode(discountCode), lines, request);
  return priceOf(lines, accepted, request.now);
}
