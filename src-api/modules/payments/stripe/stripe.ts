import { Stripe } from "stripe";
import { minuteMs } from "#shared/durations.ts";
import type {
  ChargeRequest,
  ChargeResult,
  FailureReason,
  PaymentProvider,
  ProviderDispute,
  ProviderRefund,
} from "#api/infra/payment-provider.ts";
import type { StripeSettings } from "#api/infra/payment-settings.ts";
import type { Portal } from "#api/portal.ts";
import {
  amountOf,
  chargeTimeoutMs,
  connectStripe,
  findObject,
  isTestKey,
  stripeAmount,
  stripeId,
} from "./stripe-client.ts";
import { givenCard, openCardPage, openPage, pageStatus } from "./stripe-pages.ts";

type RefundRequest = Parameters<PaymentProvider["refund"]>[0];
type RefundResult = Awaited<ReturnType<PaymentProvider["refund"]>>;

/** What Stripe says about a charge that failed. */
type Refusal = {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
  advice_code?: string | null | undefined;
};

/** Codes after which the same card cannot succeed later (docs.stripe.com/declines/codes). */
const finalCodes = new Set([
  "card_not_supported",
  "currency_not_supported",
  "do_not_try_again",
  "expired_card",
  "fraudulent",
  "incorrect_number",
  "invalid_account",
  "invalid_expiry_month",
  "invalid_expiry_year",
  "invalid_number",
  "lost_card",
  "merchant_blacklist",
  "new_account_information_available",
  "pickup_card",
  "restricted_card",
  "revocation_of_all_authorizations",
  "revocation_of_authorization",
  "stolen_card",
  "stop_payment_order",
  "testmode_decline",
]);

const reasons: Readonly<Record<string, FailureReason>> = {
  expired_card: "expired-card",
  insufficient_funds: "insufficient-funds",
};

/** Returns why a card was refused, and whether it may succeed later. */
function refusalOf({ code, decline_code: declineCode, advice_code: advice }: Refusal): {
  reason: FailureReason;
  retryable: boolean;
} {
  const codes = [declineCode, code, advice].filter((one) => typeof one === "string");
  return {
    reason: codes.map((one) => reasons[one]).find((reason) => reason !== undefined) ?? "declined",
    retryable: !codes.some((one) => finalCodes.has(one)),
  };
}

/** Returns whether the bank wants its customer to confirm. */
const needsConfirmation = ({ code, decline_code: declineCode }: Refusal): boolean =>
  code === "authentication_required" || declineCode === "authentication_required";

/** Returns what has become of a charge. */
export function resultOf({
  id: reference,
  status,
  last_payment_error: error,
}: Stripe.PaymentIntent): ChargeResult {
  switch (status) {
    case "succeeded":
      return { status: "succeeded", reference };
    case "requires_action":
      return { status: "requires_action", reference };
    case "requires_payment_method":
    case "canceled":
      if (status !== "canceled" && error && needsConfirmation(error)) {
        return { status: "requires_action", reference };
      }
      return { status: "failed", reference, ...refusalOf(error ?? {}) };
    default:
      return { status: "processing", reference, settlesAt: null };
  }
}

/** Returns a refund of Stripe; null for one that pays back no payment of the portal's kind. */
export function refundOf(made: Stripe.Refund): ProviderRefund | null {
  const { id: reference, status, payment_intent: payment, metadata } = made;
  if (typeof payment !== "string") return null;
  const isOver = status === "failed" || status === "canceled";
  return {
    reference,
    payment,
    key: metadata?.["refund"] ?? null,
    amount: amountOf(made.amount, made.currency).amount,
    status: isOver ? "failed" : status === "succeeded" ? status : "processing",
  };
}

/** Those in which the money stays, or the bank has only asked. In all others it is away, for the time being or for good. */
const disputesWon = new Set<string>(["won", "warning_closed", "prevented"]);
/** An appeal is made after a loss. */
const disputesLost = new Set<string>(["lost", "appeal_needs_response", "appeal_under_review"]);

/** Returns a dispute of Stripe; null for one about no payment of the portal's kind. */
export function disputeOf(dispute: Stripe.Dispute): ProviderDispute | null {
  const { id: reference, payment_intent: payment, status } = dispute;
  if (typeof payment !== "string") return null;
  return {
    reference,
    payment,
    amount: amountOf(dispute.amount, dispute.currency).amount,
    status: disputesWon.has(status) ? "won" : disputesLost.has(status) ? "lost" : "open",
    createdAt: new Date(dispute.created * 1000),
  };
}

function refundResultOf({ id: reference, status }: Stripe.Refund): RefundResult {
  if (status === "succeeded") return { status, reference };
  if (status === "failed" || status === "canceled") {
    return { status: "failed", reference, reason: "declined", retryable: false };
  }
  return { status: "processing", reference, settlesAt: null };
}

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
  const created = { gte: Math.floor((begunAt.getTime() - 60 * minuteMs) / 1000) };
  const made = stripe.paymentIntents.list({ customer: card.customer, created, limit: 100 });
  for await (const intent of made) {
    if (intent.metadata["payment"] === idempotencyKey) return intent;
  }
  return undefined;
}

/** Charges a card. A repetition looks for the charge first: Stripe forgets keys after a day. */
async function charge(stripe: Stripe, request: ChargeRequest, now: Date): Promise<ChargeResult> {
  const { invoiceId, amount, currency, card, idempotencyKey, begunAt } = request;
  const isRepeated = now.getTime() - begunAt.getTime() > minuteMs;
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
  const options = { idempotencyKey, timeout: chargeTimeoutMs };
  return stripe.paymentIntents.create(params, options).then(resultOf, resultOfRefusal);
}

/** Pays back a charge, once for a key: also after Stripe has forgotten the key. */
async function refund(
  stripe: Stripe,
  { reference, amount, currency, idempotencyKey, made: known }: RefundRequest,
): ReturnType<PaymentProvider["refund"]> {
  if (known !== null) return refundResultOf(await stripe.refunds.retrieve(known));
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

/** Returns all objects of a list of Stripe's, as the portal sees them. */
async function collect<From, To>(
  list: AsyncIterable<From>,
  read: (one: From) => To | null,
): Promise<To[]> {
  const found: To[] = [];
  for await (const one of list) {
    const known = read(one);
    if (known !== null) found.push(known);
  }
  return found;
}

/** The parameters of a list of what was made since a time. */
const since = (time: Date) => ({ created: { gte: Math.floor(time.getTime() / 1000) }, limit: 100 });

/** Cancels a page or a charge; one that was paid or cancelled before stays as it is. */
async function cancel(stripe: Stripe, reference: string): Promise<void> {
  const cancelled = reference.startsWith("cs_")
    ? stripe.checkout.sessions.expire(reference)
    : stripe.paymentIntents.cancel(reference);
  await cancelled.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  });
}

async function statusOf(stripe: Stripe, reference: string): Promise<ChargeResult> {
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
    refundsSince: (time) => collect(stripe.refunds.list(since(time)), refundOf),
    disputesSince: (time) => collect(stripe.disputes.list(since(time)), disputeOf),
    status: (reference) => statusOf(stripe, reference),
    cancel: (reference) => cancel(stripe, reference),
  };
}
