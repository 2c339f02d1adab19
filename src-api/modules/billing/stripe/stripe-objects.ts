import { Stripe } from "stripe";
import { minorDigits, type Money } from "#shared/money.ts";
import { storableWays, type WayToPay, waysToPay } from "#shared/ways-to-pay.ts";
import type { Card } from "#api/infra/payment-provider.ts";
import type { StripeSettings } from "#api/infra/payment-settings.ts";
import { chargeStep } from "#api/modules/billing/prices.ts";

/** Stripe as the provider of invoices and payments. */
export const stripeId = "stripe";

/** The version of Stripe's API that this code was written for. The package knows its types only. */
export const stripeApiVersion = "2026-10-28.endive";

/** Time limit of a request: with one repetition it ends before the page that waits for it gives up. */
const requestTimeoutMs = 6_000;

export const connectStripe = ({ secretKey, api }: StripeSettings): Stripe =>
  new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    timeout: requestTimeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...api,
  });

/** Returns whether keys are those of a test account: no money is moved. */
export const isTestKey = (secretKey: string): boolean => secretKey.includes("_test_");

/** Returns whether Stripe does not know an object, which may belong to another account. */
export const isUnknownObject = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** Returns an object of Stripe, or undefined when Stripe does not know it. */
export async function findObject<Found>(request: Promise<Found>): Promise<Found | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isUnknownObject(error)) return undefined;
    throw error;
  }
}

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

const brands: Readonly<Record<string, string>> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** Returns the id of an object that Stripe gives as its id or whole. */
export const idOf = (found: string | { id: string } | null | undefined): string | null =>
  typeof found === "object" ? (found?.id ?? null) : (found ?? null);

/** Returns what renewals can be charged to; null for a way that cannot be stored. */
export function cardOf(
  method: Stripe.PaymentMethod | string | null | undefined,
  customer: string | { id: string } | null,
): Card | null {
  if (typeof method !== "object" || !method) return null;
  const kind = storableWays.find((way) => way === method.type);
  const { card, sepa_debit: debit } = method;
  if (!kind || (kind === "card" && !card)) return null;
  return {
    kind,
    reference: method.id,
    customer: idOf(customer) ?? idOf(method.customer),
    brand: card ? (brands[card.brand] ?? "Card") : null,
    last4: card?.last4 ?? debit?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
    ...(card?.fingerprint && { fingerprint: card.fingerprint }),
  };
}

/** Returns the way of a payment method; a card where Stripe does not say. */
export const wayOf = (method: Stripe.PaymentMethod | string | null | undefined): WayToPay =>
  waysToPay.find((way) => typeof method === "object" && way === method?.type) ?? "card";

/** Returns when an object of Stripe was made. */
export const timeOf = ({ created }: { created: number }): Date => new Date(created * 1000);

/** Waits for a request; a refusal by Stripe is ignored, since it means that nothing is left to do. */
export async function ignoreRefusal(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
}
