import { minorDigits, type Money } from "#shared/money.ts";
import { chargeStep } from "../../catalogue/module.ts";

/*
 * Amounts as Stripe counts them (docs.stripe.com/currencies). Ours are in the minor units of `Intl`, which
 * has no decimals for some currencies that Stripe counts in hundredths, such as HUF and ISK.
 */

const zeroDecimal = new Set(
  "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "),
);

function stripeDigits(currency: string): number {
  if (zeroDecimal.has(currency)) return 0;
  return chargeStep(currency) === 1 ? 2 : 3;
}

const factorOf = (currency: string) => 10 ** (stripeDigits(currency) - minorDigits(currency));

/** Returns an amount in Stripe's minor units. Throws for one that Stripe cannot express. */
export function stripeAmount({ amount, currency }: Money): number {
  const converted = amount * factorOf(currency);
  if (!Number.isInteger(converted / chargeStep(currency))) {
    throw new Error(`Stripe cannot charge ${amount} minor units of ${currency}.`);
  }
  return converted;
}

/** Returns an amount of Stripe in our minor units. */
export function amountOf(amount: number, currency: string): Money {
  const code = currency.toUpperCase();
  return { amount: amount / factorOf(code), currency: code };
}
