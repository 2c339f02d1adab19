import type { Period } from "#shared/api/cart.ts";
import { minorDigits, type Money } from "#shared/money.ts";
import type { Discount, Quote } from "#shared/api/billing.ts";
import type { DiscountState } from "#shared/api/discounts.ts";
import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import type { DiscountCode } from "./schema.ts";
import type { RecurringDiscount, Subscription } from "#api/modules/membership/module.ts";
import type { Receipt } from "#shared/api/receipts.ts";

/** How many months a period has. */
export const monthsOf: Record<Period, number> = { monthly: 1, yearly: 12 };

/**
 * Returns when the `count`-th period after `start` ends: the same day and time in UTC, one month or year
 * later for each period, or the month's last day where it has no such day. Always count from the first
 * start: a month after 31 January is 28 February, and two months after it is 31 March.
 */
export function periodEnd(start: Date, period: Period, count = 1): Date {
  const begun = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO("UTC");
  const ended = begun.add({ months: monthsOf[period] * count }, { overflow: "constrain" });
  return new Date(ended.epochMilliseconds);
}

/** Returns the end of the period that begins at `end`, for periods that are counted from `anchor`. */
export function nextPeriodEnd(anchor: Date, period: Period, end: Date): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO("UTC");
  const until = Temporal.Instant.fromEpochMilliseconds(end.getTime()).toZonedDateTimeISO("UTC");
  // The last day of a short month may count as an incomplete month: the period begins there all the same.
  const months = from.until(until, { largestUnit: "month" }).months;
  for (let count = Math.max(0, months) + 1; ; count += 1) {
    const next = periodEnd(anchor, "monthly", count);
    if (next > end) return period === "monthly" ? next : periodEnd(anchor, "monthly", count + 11);
  }
}

/**
 * Divides an amount in proportion to weights: whole minor units that add up to it. What rounding leaves
 * goes to the largest remainders, the first ones where these are equal.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((amount * weight) / sum));
  const remainders = weights.map((weight, index) => ({
    index,
    remainder: (amount * weight) % sum,
  }));
  const missing = amount - shares.reduce((total, share) => total + share, 0);
  remainders.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const lucky = new Set(remainders.slice(0, missing).map(({ index }) => index));
  return shares.map((share, index) => share + (lucky.has(index) ? 1 : 0));
}

/**
 * Stripe's minimum charges, in units of the currency, where that is the currency of the account's
 * payouts (docs.stripe.com/currencies, "Minimum and maximum charge amounts").
 */
const minAmounts: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 0.5,
  BGN: 1,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
  USD: 0.5,
};

/** Returns the minimum charge of a currency, in minor units; null where none is documented. */
export function minCharge(currency: string): number | null {
  const min = minAmounts[currency];
  return min === undefined ? null : Math.round(min * 10 ** minorDigits(currency));
}

/** Returns whether something is to be paid, and less than a card can be charged. */
export const isTooSmall = ({ amount, currency }: Money): boolean =>
  amount > 0 && amount < (minCharge(currency) ?? 0);

const threeDecimal = new Set("BHD JOD KWD OMR TND".split(" "));

/**
 * Returns the step of charges in a currency, in minor units: Stripe wants the last of three decimals to
 * be 0 (docs.stripe.com/currencies, "Three-decimal currencies").
 */
export const chargeStep = (currency: string): number => (threeDecimal.has(currency) ? 10 : 1);

/** What is bought of a product: in a cart, and as invoices store it. */
export type Line = Quote["lines"][number];

/** Returns the membership among the lines, or null. */
export const membershipLine = (lines: readonly Line[]): Line | null =>
  lines.find(({ kind }) => kind === "membership") ?? null;

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

/** Rounds half a minor unit up. */
const percentOf = (amount: number, percent: number): number =>
  Math.floor((amount * percent + 50) / 100);

/** Returns the price of a line that a code discounts, else 0; in minor units. */
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

/** Returns the discount that a code gives on the renewals of a plan after its order, whose payment counts unless it began a trial; null: none. */
export function recurringDiscountOf(
  code: DiscountCode,
  { sku, trialDays }: Pick<Line, "sku" | "trialDays">,
): RecurringDiscount | null {
  const { periods: limit, skus } = code;
  const paid = trialDays === undefined ? 1 : 0;
  if ((limit !== null && limit <= paid) || (skus.length > 0 && !skus.includes(sku))) return null;
  const { kind, value, currency, description } = code;
  const remaining = limit === null ? null : limit - paid;
  return { code: code.code, description, kind, value, currency, skus, left: remaining };
}

/** Returns a stored discount as invoices and previews show it; null when it takes nothing off. */
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

/** Returns a recurring discount after one more payment; null once it is used up. */
export function discountAfterPayment(discount: RecurringDiscount): RecurringDiscount | null {
  if (discount.left === null) return discount;
  return discount.left > 1 ? { ...discount, left: discount.left - 1 } : null;
}

/** Returns whether a code works now, and why not. Buyers do not see the reason. */
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
 * Returns the charge for a period of a plan with a subscription's discount and credit. Previews, charges and
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

/** What is paid for a line after its share of the discount, in minor units. */
export const paidFor = ({ total, discount = 0 }: Line): number => total.amount - discount;

/** Tax contained in a gross amount, in minor units: half a unit is rounded up. */
const taxIn = (gross: number, rate: number): number =>
  Math.floor((gross * rate * 2 + (10_000 + rate)) / (2 * (10_000 + rate)));

export function taxAt(rate: number, gross: number, currency: string): Receipt["taxes"][number] {
  const tax = taxIn(gross, rate);
  return {
    rate,
    net: { amount: gross - tax, currency },
    tax: { amount: tax, currency },
    gross: { amount: gross, currency },
  };
}

/** Returns the taxes in a total by rate, highest first. The lines share the credit in proportion. */
export function taxesIn(lines: readonly Line[], credit: number): Receipt["taxes"] {
  const amounts = lines.map(paidFor);
  const credits = allocate(credit, amounts);
  const byRate = new Map<number, number>();
  lines.forEach(({ taxRate }, index) => {
    if (taxRate === undefined) return;
    const gross = (amounts[index] ?? 0) - (credits[index] ?? 0);
    byRate.set(taxRate, (byRate.get(taxRate) ?? 0) + gross);
  });
  const currency = lines[0]?.total.currency ?? "";
  return [...byRate]
    .toSorted(([a], [b]) => b - a)
    .map(([rate, gross]) => taxAt(rate, gross, currency));
}
