import type { Discount, Quote } from "../../../../src-shared/api/billing.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { membershipLine, type Line } from "./cart-lines.ts";
import { periodEnd } from "../subscriptions/period.ts";

/** What a cart costs now, and what follows (ruling 19). */
export type Price = Pick<Quote, "lines" | "subtotal" | "discount" | "dueNow" | "renewal">;

function renewalOf(lines: readonly Line[], now: Date): Price["renewal"] {
  const line = membershipLine(lines);
  if (!line?.period) return null;
  const on = periodEnd(now, line.period).toISOString();
  return { price: line.unitPrice, on, period: line.period };
}

/**
 * Sums up lines of one currency. A discount lowers the first charge only: the renewal costs the
 * plan's full price. Throws `cart-empty`.
 */
export function priceOf(lines: Line[], discount: Discount | null, now: Date): Price {
  const currency = lines[0]?.total.currency;
  if (!currency) throw new ApiError("cart-empty");
  const subtotal = lines.reduce((sum, { total }) => sum + total.amount, 0);
  const dueNow = Math.max(0, subtotal - (discount?.amount.amount ?? 0));
  return {
    lines,
    subtotal: { amount: subtotal, currency },
    discount,
    dueNow: { amount: dueNow, currency },
    renewal: renewalOf(lines, now),
  };
}
