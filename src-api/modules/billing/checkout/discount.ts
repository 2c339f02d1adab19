import type { Discount } from "../../../../src-shared/api/billing.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { discountCodes } from "../schema.ts";
import { localised } from "../../../infra/i18n/localised.ts";
import type { Line } from "./cart-lines.ts";
import type { DiscountUses } from "./discount-uses.ts";

export type DiscountCode = typeof discountCodes.$inferSelect;

/** How codes are stored and compared: "welcome10 " is WELCOME10. */
export const normaliseCode = (code: string): string => code.trim().toUpperCase();

/** Half a minor unit is rounded up. */
const percentOf = (amount: number, percent: number): number =>
  Math.floor((amount * percent + 50) / 100);

/** What the lines that a code is good for cost, in minor units. */
function applicableTotal(code: DiscountCode, lines: readonly Line[]): number {
  return lines
    .filter(({ sku }) => code.skus.length === 0 || code.skus.includes(sku))
    .filter(({ total }) => code.kind === "percent" || code.currency === total.currency)
    .reduce((sum, { total }) => sum + total.amount, 0);
}

/** What a code takes off these lines, in minor units: never more than they cost. */
export function discountAmount(code: DiscountCode, lines: readonly Line[]): number {
  const applicable = applicableTotal(code, lines);
  const off = code.kind === "percent" ? percentOf(applicable, code.value) : code.value;
  return Math.min(off, applicable);
}

/** Also before its time and once it is used up: to the buyer it is a code that does not work now. */
function isOutOfTime(
  code: DiscountCode,
  { now, uses }: { now: Date; uses: DiscountUses },
): boolean {
  return (
    (code.startsAt !== null && code.startsAt > now) ||
    (code.endsAt !== null && code.endsAt <= now) ||
    (code.maxRedemptions !== null && uses.taken >= code.maxRedemptions)
  );
}

/**
 * What a code gives on these lines now. Throws `discount-used` when the user has used it as often
 * as one may, `discount-expired`, or `discount-not-applicable`, also for a code that takes nothing
 * off.
 */
export function acceptDiscount(
  code: DiscountCode,
  lines: readonly Line[],
  at: { now: Date; language: Language; uses: DiscountUses },
): Discount {
  if (code.maxPerUser !== null && at.uses.own >= code.maxPerUser) {
    throw new ApiError("discount-used");
  }
  if (isOutOfTime(code, at)) throw new ApiError("discount-expired");
  const amount = discountAmount(code, lines);
  const currency = lines[0]?.total.currency;
  if (amount === 0 || !currency) throw new ApiError("discount-not-applicable");
  return {
    code: code.code,
    description: localised(code.description, at.language),
    amount: { amount, currency },
  };
}
