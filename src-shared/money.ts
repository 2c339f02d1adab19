import { memoize } from "./formats.ts";

/** An amount of money: `amount` in minor units (cents, grosze), `currency` an ISO 4217 code. */
export type Money = { amount: number; currency: string };

/** Returns how many digits a currency's minor unit has: 2 for EUR, 0 for JPY. */
export const minorDigits = memoize(
  (currency: string): number =>
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
      .maximumFractionDigits ?? 2,
);

/** The largest amount that is stored, in minor units. */
export const maxAmount = 2_147_483_647;

/** An amount in units of a currency, as `moneyOf` parses it: "9", "9.50". */
export const amountPattern = /^\d{1,9}(\.\d{1,3})?$/;

const priceFormat = memoize(
  (language: string, currency: string, minimumFractionDigits: number) =>
    new Intl.NumberFormat(language, { style: "currency", currency, minimumFractionDigits }),
);

/** Returns a price in a language: "€9", "9,50 €", "−€2". */
export function formatMoney({ amount, currency }: Money, language: string): string {
  const digits = minorDigits(currency);
  const value = amount / 10 ** digits;
  const format = priceFormat(language, currency, Number.isInteger(value) ? 0 : digits);
  return format.format(value).replace("-", "−");
}

/** Parses a plain decimal number of a currency's units, such as "9.50"; null if it has too many decimals. */
export function moneyOf(text: string, currency: string): Money | null {
  const [whole = "", decimals = ""] = text.split(".");
  const digits = minorDigits(currency);
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(decimals) || decimals.length > digits) return null;
  return { amount: Number(whole + decimals.padEnd(digits, "0")), currency };
}

/** Returns an amount as a plain decimal number in units of its currency: "9.00". */
export function decimalAmount({ amount, currency }: Money): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** Returns an amount without its currency, as people of a language type it: "9.50", "9,50". */
export function typedAmount({ amount, currency }: Money, language: string): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toLocaleString(language, {
    minimumFractionDigits: digits,
    useGrouping: false,
  });
}
