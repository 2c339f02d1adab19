import type { Discount } from "#shared/api/billing.ts";
import type { DiscountState } from "#shared/api/discounts.ts";
import type { Language } from "#shared/languages.ts";
import type { Money } from "#shared/money.ts";
import { ApiError } from "../../infra/api-error.ts";
import { localised } from "../../infra/i18n/localised.ts";
import { allocate } from "./allocate.ts";
import { chargeStep, isTooSmall } from "./min-charge.ts";
import type { DiscountCode } from "./schema.ts";
import type { RecurringDiscount } from "../membership/module.ts";
import type { Line } from "./lines.ts";

/** What a code takes off, and of what. */
type Reduction = Pick<DiscountCode, "kind" | "value" | "currency" | "skus">;

/**
 * How often a code is used: by paid invoices, and by orders that can still be paid, which reserve
 * their code until they expire. The caller's own open orders do not count: a new order with the code
 * replaces them.
 */
export type DiscountUses = {
  /** By anybody. */
  total: number;
  /** In paid invoices of the caller. */
  own: number;
};

/** Returns whether uses of a code have to be counted. */
export const isLimited = ({ maxRedemptions, maxPerUser }: DiscountCode): boolean =>
  maxRedemptions !== null || maxPerUser !== null;

/** Rounds half a minor unit up. */
const percentOf = (amount: number, percent: number): number =>
  Math.floor((amount * percent + 50) / 100);

/** Returns what a line costs if a code discounts it, else 0; in minor units. */
const applicable = ({ kind, currency, skus }: Reduction, { sku, total }: Line): number => {
  const named = skus.length === 0 || skus.includes(sku);
  return named && (kind === "percent" || currency === total.currency) ? total.amount : 0;
};

/** Returns whether less than a card can be charged is left of what lines cost. */
const leavesTooLittle = (lines: readonly Line[], off: number): boolean => {
  const price = lines.reduce((sum, { total }) => sum + total.amount, 0);
  return off > 0 && isTooSmall({ amount: price - off, currency: lines[0]?.total.currency ?? "" });
};

/** Rounds a discount up to what a card can be charged in. */
function chargeable(amount: number, currency: string): number {
  const step = chargeStep(currency);
  return Math.ceil(amount / step) * step;
}

/**
 * Returns the discount of a code on these lines, in minor units, rounded for the buyer where cards are charged in
 * larger steps: all that it is good for when less than a card can be charged would be left to pay
 * (docs/decisions/0020-stripe.md).
 */
export function discountAmount(code: Reduction, lines: readonly Line[]): number {
  const total = lines.reduce((sum, line) => sum + applicable(code, line), 0);
  const exact = code.kind === "percent" ? percentOf(total, code.value) : code.value;
  const off = chargeable(exact, lines[0]?.total.currency ?? "");
  return leavesTooLittle(lines, off) ? total : Math.min(off, total);
}

/** Returns the lines with their shares of a code's discount. */
export function withDiscount(code: Reduction, lines: readonly Line[]): Line[] {
  const weights = lines.map((line) => applicable(code, line));
  const shares = allocate(discountAmount(code, lines), weights);
  return lines.map((line, index) => {
    const discount = shares[index] ?? 0;
    return discount > 0 ? { ...line, discount } : line;
  });
}

/** Returns what is left of a code for the renewals of a plan after its first payment; null: nothing. */
export function recurringDiscountOf(code: DiscountCode, sku: string): RecurringDiscount | null {
  const { periods, skus } = code;
  if (periods === 1 || (skus.length > 0 && !skus.includes(sku))) return null;
  const { kind, value, currency, description } = code;
  const remaining = periods === null ? null : periods - 1;
  return { code: code.code, description, kind, value, currency, skus, left: remaining };
}

/** Returns a kept discount as invoices and previews show it; null when it takes nothing off. */
export const presentRecurringDiscount = (
  discount: RecurringDiscount | null,
  amount: Money,
  language: Language,
): Discount | null =>
  discount && amount.amount > 0
    ? {
        code: discount.code,
        description: localised(discount.description, language),
        amount,
        periods: discount.left,
      }
    : null;

/** Returns what is left of a discount after one more payment; null: nothing. */
export function spent(discount: RecurringDiscount): RecurringDiscount | null {
  if (discount.left === null) return discount;
  return discount.left > 1 ? { ...discount, left: discount.left - 1 } : null;
}

/** Returns whether a code works now, and why not. Buyers are not told why. */
export function codeState(
  { startsAt, endsAt, maxRedemptions }: DiscountCode,
  { now, uses }: { now: Date; uses: DiscountUses },
): DiscountState {
  if (endsAt !== null && endsAt <= now) return "ended";
  if (startsAt !== null && startsAt > now) return "scheduled";
  return maxRedemptions !== null && uses.total >= maxRedemptions ? "used-up" : "active";
}

/**
 * Returns the discount of a code on these lines now. Throws `discount-used` when the user has used it
 * the allowed number of times, `discount-expired`, and `discount-not-applicable` when the discount would
 * be zero.
 */
export function acceptDiscount(
  code: DiscountCode,
  lines: readonly Line[],
  at: { now: Date; language: Language; uses: DiscountUses },
): Discount {
  if (code.maxPerUser !== null && at.uses.own >= code.maxPerUser) {
    throw new ApiError("discount-used");
  }
  if (codeState(code, at) !== "active") throw new ApiError("discount-expired");
  const amount = discountAmount(code, lines);
  const currency = lines[0]?.total.currency;
  if (amount === 0 || !currency) throw new ApiError("discount-not-applicable");
  return {
    code: code.code,
    description: localised(code.description, at.language),
    amount: { amount, currency },
    periods: code.periods,
  };
}
