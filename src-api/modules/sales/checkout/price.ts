import type { Discount, Quote } from "#shared/api/billing.ts";
import { ApiError } from "#api/infra/api-error.ts";
import {
  discountAmount,
  recurringDiscountOf,
  membershipLine,
  periodEnd,
  withDiscount,
  type DiscountCode,
  type Line,
} from "../../catalogue/module.ts";

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
