import { Stripe } from "stripe";
import type { StripeSettings } from "#api/infra/payment-settings.ts";

/** Stripe as the provider of invoices and payments. */
export const stripeId = "stripe";

/** The version of Stripe's API that this code was written for. The package knows its types only. */
export const stripeApiVersion = "2026-10-28.endive";

/** Time limit of a request, in ms: with one repetition it ends before the page that waits for it gives up. */
const requestLimit = 6_000;

/** Time limit of a charge, in ms: banks take their time. */
export const chargeLimit = 30_000;

export const connectStripe = ({ secretKey, api }: StripeSettings): Stripe =>
  new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    timeout: requestLimit,
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
