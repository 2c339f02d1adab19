import type { Discount } from "../../../../src-shared/api/billing.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { localised } from "../../../infra/i18n/localised.ts";
import type { DiscountCode } from "../schema.ts";
import type { Line } from "../checkout/cart-lines.ts";

/**
 * How often a code is used: by paid purchases, and by orders that can still be paid, which reserve
 * their code until they expire. The caller's own open orders do not count: a new order with the code
 * replaces them.
 */
export type DiscountUses = {
  /** By anybody. */
  taken: number;
  /** In paid purchases of the caller. */
  own: number;
};

/** Returns a code as it is stored and compared: "welcome10 " is WELCOME10. */
export const normaliseCode = (code: string): string => code.trim().toUpperCase();

/** Returns whether uses of a code have to be counted. */
export const isLimited = ({ maxRedemptions, maxPerUser }: DiscountCode): boolean =>
  maxRedemptions !== null || maxPerUser !== null;

/** Rounds half a minor unit up. */
const percentOf = (amount: number, percent: number): number =>
  Math.floor((amount * percent + 50) / 100);

/** Returns the total of the lines that a code discounts, in minor units. */
function applicableTotal(code: DiscountCode, lines: readonly Line[]): number {
  return lines
    .filter(({ sku }) => code.skus.length === 0 || code.skus.includes(sku))
    .filter(({ total }) => code.kind === "percent" || code.currency === total.currency)
    .reduce((sum, { total }) => sum + total.amount, 0);
}

/** Returns the discount of a code on these lines, in minor units; at most what they cost. */
export function discountAmount(code: DiscountCode, lines: readonly Line[]): number {
  const applicable = applicableTotal(code, lines);
  const off = code.kind === "percent" ? percentOf(applicable, code.value) : code.value;
  return Math.min(off, applicable);
}

/** Returns whether a code works now, and why not. Buyers are not told why. */
export function codeState(
  { startsAt, endsAt, maxRedemptions }: DiscountCode,
  { now, uses }: { now: Date; uses: DiscountUses },
): "active" | "ended" | "scheduled" | "used up" {
  if (endsAt !== null && endsAt <= now) return "ended";
  if (startsAt !== null && startsAt > now) return "scheduled";
  return maxRedemptions !== null && uses.taken >= maxRedemptions ? "used up" : "active";
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
  };
}
