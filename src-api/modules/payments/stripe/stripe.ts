import { Stripe } from "stripe";
import type { StripeSettings } from "#api/infra/payment-settings.ts";
import type { Portal } from "#api/portal.ts";
import type { ChargeRequest, ChargeResult, PaymentProvider } from "#api/infra/payment-provider.ts";
import { stripeAmount } from "./stripe-amounts.ts";
import { chargeLimit, connectStripe, findObject, isTestKey, stripeId } from "./stripe-client.ts";
import { givenCard, openCardPage, openPage, pageStatus } from "./stripe-pages.ts";
import { needsConfirmation, refundResultOf, refusalOf, resultOf } from "./stripe-results.ts";

const minute = 60_000;

/** Invalid parameters that no later call can make valid: the card is gone, or the amount is not allowed. */
const finalParams = new Set(["payment_method", "customer", "amount"]);

/** Returns the result of a charge that Stripe refused. Throws when the result is not known. */
function resultOfRefusal(error: unknown): ChargeResult {
  if (error instanceof Stripe.errors.StripeCardError) {
    const reference = error.payment_intent?.id ?? null;
    if (reference && needsConfirmation(error)) return { status: "requires_action", reference };
    return { status: "failed", reference, ...refusalOf(error) };
  }
  const isFinal =
    error instanceof Stripe.errors.StripeInvalidRequestError && finalParams.has(error.param ?? "");
  if (!isFinal) throw error;
  return { status: "failed", reference: null, reason: "declined", retryable: false };
}

/** Returns a charge that an earlier call made with the same key. */
async function findCharge(
  stripe: Stripe,
  { card, idempotencyKey, begunAt }: ChargeRequest,
): Promise<Stripe.PaymentIntent | undefined> {
  if (!card.customer) return undefined;
  const created = { gte: Math.floor((begunAt.getTime() - 60 * minute) / 1000) };
  const made = stripe.paymentIntents.list({ customer: card.customer, created, limit: 100 });
  for await (const intent of made) {
    if (intent.metadata["payment"] === idempotencyKey) return intent;
  }
  return undefined;
}

/**
 * Charges a card. A repetition first looks for the charge that was made: Stripe forgets keys after a day,
 * and keeps failures of its own server under them until then.
 */
async function charge(stripe: Stripe, request: ChargeRequest, now: Date): Promise<ChargeResult> {
  const { invoiceId, amount, currency, card, idempotencyKey, begunAt } = request;
  const isRepeated = now.getTime() - begunAt.getTime() > minute;
  const made = isRepeated ? await findCharge(stripe, request) : undefined;
  if (made) return resultOf(made);
  const params: Stripe.PaymentIntentCreateParams = {
    amount: stripeAmount({ amount, currency }),
    currency: currency.toLowerCase(),
    ...(card.customer && { customer: card.customer }),
    payment_method: card.reference,
    automatic_payment_methods: { enabled: true, allow_redirects: "never" },
    off_session: true,
    confirm: true,
    metadata: { invoice: invoiceId, payment: idempotencyKey },
  };
  const options = { idempotencyKey, timeout: chargeLimit };
  return stripe.paymentIntents.create(params, options).then(resultOf, resultOfRefusal);
}

/** Pays back a charge, once for a key: also after Stripe has forgotten the key. */
async function refund(
  stripe: Stripe,
  { reference, amount, currency, idempotencyKey }: Parameters<PaymentProvider["refund"]>[0],
): ReturnType<PaymentProvider["refund"]> {
  const made = stripe.refunds.list({ payment_intent: reference, limit: 100 });
  for await (const earlier of made) {
    if (earlier.metadata?.["refund"] === idempotencyKey) return refundResultOf(earlier);
  }
  const params = {
    payment_intent: reference,
    amount: stripeAmount({ amount, currency }),
    metadata: { refund: idempotencyKey },
  };
  try {
    return refundResultOf(await stripe.refunds.create(params, { idempotencyKey }));
  } catch (error) {
    // More than is left, a disputed charge, or one that was never made: no later call succeeds.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return { status: "failed", reference: null, reason: "declined", retryable: false };
  }
}

/** Cancels a page or a charge; one that was paid or cancelled before stays as it is. */
async function cancel(stripe: Stripe, reference: string): Promise<void> {
  const cancelled = reference.startsWith("cs_")
    ? stripe.checkout.sessions.expire(reference)
    : stripe.paymentIntents.cancel(reference);
  await cancelled.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
}

async function status(stripe: Stripe, reference: string): Promise<ChargeResult> {
  const intent = await findObject(stripe.paymentIntents.retrieve(reference));
  if (intent) return resultOf(intent);
  return { status: "failed", reference, reason: "no-answer", retryable: true };
}

/** Stripe as a payment provider: hosted pages, charges of cards that it keeps, refunds. */
export function stripePayments(
  portal: Pick<Portal, "database" | "now">,
  settings: StripeSettings,
): PaymentProvider {
  const stripe = connectStripe(settings);
  return {
    id: stripeId,
    testMode: isTestKey(settings.secretKey),
    available: async () => true,
    open: (request) => openPage(stripe, request, portal.now()),
    pageStatus: (reference) => pageStatus(stripe, reference),
    charge: (request) => charge(stripe, request, portal.now()),
    setUp: (user) => openCardPage(stripe, portal, user),
    givenCard: (reference) => givenCard(stripe, reference),
    forget: async (customer) => void (await findObject(stripe.customers.del(customer))),
    refund: (request) => refund(stripe, request),
    status: (reference) => status(stripe, reference),
    cancel: (reference) => cancel(stripe, reference),
  };
}
