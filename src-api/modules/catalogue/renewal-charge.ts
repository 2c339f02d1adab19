import type { Money } from "#shared/money.ts";
import type { Period } from "#shared/api/cart.ts";
import type { Line } from "./lines.ts";
import { discountAmount, withDiscount } from "./discount.ts";
import { chargeStep, isTooSmall, minCharge } from "./min-charge.ts";
import type { Subscription } from "../membership/module.ts";

/** A plan of a subscription: what it is, how long a period is, and what that costs. */
export type Plan = { sku: string; period: Period; price: Money };

/** What is charged for a period: amounts in minor units. */
export type PeriodCharge = {
  lines: Line[];
  discount: number;
  /** Paid by credit. */
  credit: number;
  /** What goes to the account's credit; negative: what is taken of it. */
  creditChange: number;
  total: number;
};

/** Returns the plan of the period after the present one; null for a grant. */
export function nextPlan(subscription: Subscription): Plan | null {
  const { sku, period, price, currency, nextSku, nextPeriod, nextPrice } = subscription;
  if (!currency) return null;
  if (nextSku && nextPeriod && nextPrice !== null) {
    return { sku: nextSku, period: nextPeriod, price: { amount: nextPrice, currency } };
  }
  if (!sku || !period || price === null) return null;
  return { sku, period, price: { amount: price, currency } };
}

/**
 * Returns how much of a credit pays for a cost, in minor units: less than all of it when too little to be
 * charged would be left to pay, or no multiple of what cards are charged in. The rest stays on the account
 * (docs/decisions/0020-stripe.md).
 */
function usedCredit({ amount: cost, currency }: Money, credit: number): number {
  const step = chargeStep(currency);
  const used = Math.floor(Math.max(0, Math.min(cost, credit)) / step) * step;
  if (!isTooSmall({ amount: cost - used, currency })) return used;
  return Math.max(0, cost - (minCharge(currency) ?? 0));
}

/**
 * Returns what a period of a plan costs with a subscription's discount and credit. Previews, charges and
 * receipts all come from here.
 *
 * @param credit of the account (`balance`), and for the unused rest of what was paid (`unused`)
 */
export function chargeOf(
  { sku, period, price }: Plan,
  { discount }: Pick<Subscription, "discount">,
  credit: { balance: number; unused: number },
  described: Pick<Line, "name" | "taxRate"> = { name: "" },
): PeriodCharge {
  const line: Line = {
    sku,
    kind: "membership",
    period,
    quantity: 1,
    unitPrice: price,
    total: price,
    ...described,
  };
  const off = discount ? discountAmount(discount, [line]) : 0;
  const cost = price.amount - off;
  const { currency } = price;
  const used = usedCredit({ amount: cost, currency }, credit.unused + credit.balance);
  return {
    lines: discount ? withDiscount(discount, [line]) : [line],
    discount: off,
    credit: used,
    creditChange: credit.unused - used,
    total: cost - used,
  };
}
