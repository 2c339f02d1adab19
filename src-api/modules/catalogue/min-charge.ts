import { minorDigits, type Money } from "#shared/money.ts";

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
 * Returns what charges of a currency are a multiple of, in minor units: Stripe wants the last of three decimals to
 * be 0 (docs.stripe.com/currencies, "Three-decimal currencies").
 */
export const chargeStep = (currency: string): number => (threeDecimal.has(currency) ? 10 : 1);
