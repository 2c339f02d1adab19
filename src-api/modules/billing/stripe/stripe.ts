import { Stripe } from "stripe";
import type { StripeSettings } from "#api/infra/payment-settings.ts";
import { randomUUID } from "node:crypto";
import type {
  ChargeRequest,
  ChargeResult,
  FailureReason,
  GivenCard,
  PageStatus,
  PaymentProvider,
  PaymentRequest,
  ProviderDispute,
  ProviderRefund,
} from "#api/infra/payment-provider.ts";
import type { Portal } from "#api/portal.ts";
import { insertCardSetup, nameCardSetup } from "#api/modules/billing/cards.ts";
import { minuteMs } from "#shared/durations.ts";
import { endForeign, foreignCustomer } from "./stripe-foreign.ts";
import {
  amountOf,
  cardOf,
  connectStripe,
  findObject,
  ignoreRefusal,
  isTestKey,
  isUnknownObject,
  stripeAmount,
  stripeId,
  timeOf,
  wayOf,
} from "./stripe-objects.ts";

/** Time limit of a charge: banks take their time. */
const chargeTimeoutMs = 30_000;

/** What has to be read with a Checkout Session to know what became of it. */
const pageParts = [
  "payment_intent.payment_method",
  "payment_intent.latest_charge",
  "setup_intent.payment_method",
];

/** Returns the card that was given on a page in set-up mode; null when the page was not finished. */
function givenCardOf({
  status,
  setup_intent: intent,
  customer,
}: CheckoutSession): GivenCard | null {
  if (status !== "complete" || typeof intent !== "object") return null;
  const method = intent?.payment_method;
  const card = cardOf(method, customer);
  if (!card || typeof method !== "object" || !method) return null;
  return { card, givenAt: timeOf(method) };
}

/** Returns the status of a page on which a card is stored and nothing is charged. */
function setupStatusOf(session: CheckoutSession): PageStatus {
  if (session.status === "open") return { status: "open" };
  const card = givenCardOf(session);
  if (!card) return { status: "closed" };
  return {
    status: "paid",
    amount: 0,
    currency: "",
    charge: { way: "card", reference: session.id, settlesAt: null, card },
  };
}

/** Returns the status of a payment page, which was read with its `pageParts`. */
function pageStatusOf(session: Stripe.Checkout.Session): PageStatus {
  const { status, payment_status: paid, payment_intent: intent } = session;
  if (session.mode === "setup") return setupStatusOf(session);
  if (status === "open") return { status: "open" };
  if (status !== "complete" || typeof intent !== "object" || !intent) return { status: "closed" };
  const way = wayOf(intent.payment_method);
  // Banks decide debits days later; a card is decided in a moment.
  const isDebit = intent.status === "processing" && way !== "card";
  if (intent.status === "processing" && !isDebit) return { status: "processing" };
  const latest = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const card = cardOf(intent.payment_method, session.customer ?? intent.customer);
  const isKept = paid === "paid" && intent.status === "succeeded" && !latest?.refunded;
  if (!isKept && !isDebit) return { status: "closed" };
  return {
    status: "paid",
    ...amountOf(isDebit ? intent.amount : intent.amount_received, intent.currency),
    charge: {
      way,
      reference: intent.id,
      settlesAt: isDebit ? "unknown" : null,
      card: card && { card, givenAt: timeOf(latest ?? intent) },
    },
  };
}

type PageParams = Stripe.Checkout.SessionCreateParams;
type CheckoutSession = Stripe.Checkout.Session;
const base = `/api/payments/${stripeId}`;

/** Stripe's limits for the life of a page, with a minute for the request. */
const [minLifeSeconds, maxLifeSeconds] = [31 * 60, 24 * 60 * 60 - 60];

/** Returns when a page ends, in seconds since 1970; nothing for Stripe's default, a day. */
function endOf(expiresAt: Date, now: Date): Pick<PageParams, "expires_at"> {
  const lifeSeconds = (expiresAt.getTime() - now.getTime()) / 1000;
  if (lifeSeconds > maxLifeSeconds) return {};
  return { expires_at: Math.ceil(now.getTime() / 1000 + Math.max(lifeSeconds, minLifeSeconds)) };
}

/** Names the customer if Stripe knows it, and lets Stripe make one where the card is stored. */
const customerOf = (customer: string | null, email: string, storeCard: boolean) =>
  customer
    ? { customer }
    : {
        ...(email && { customer_email: email }),
        customer_creation: storeCard ? ("always" as const) : ("if_required" as const),
      };

/** Opens a page. A customer that Stripe does not know (any more) is left out. */
async function createPage(
  stripe: Stripe,
  params: PageParams,
  {
    customer,
    email,
    storeCard,
    ways,
  }: Pick<PaymentRequest, "customer" | "storeCard" | "ways"> & { email: string },
  idempotencyKey: string,
): Promise<CheckoutSession> {
  const create = (known: string | null, key: string) =>
    stripe.checkout.sessions.create(
      {
        allowed_payment_method_types: ways,
        ...params,
        ...customerOf(known, email, storeCard),
      },
      { idempotencyKey: key },
    );
  try {
    return await create(customer, idempotencyKey);
  } catch (error) {
    if (customer && isUnknownObject(error)) return create(null, `${idempotencyKey}-new`);
    // The same page was asked for in another language, say, and the answer was lost.
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      return create(customer, randomUUID());
    }
    throw error;
  }
}

const urlOf = ({ url }: CheckoutSession): string => {
  if (!url) throw new Error("Stripe opened a page without an address.");
  return url;
};

function paymentParams(request: PaymentRequest, now: Date): PageParams {
  const { invoiceId, amount, currency, description, language, portalUrl } = request;
  const returnUrl = `${portalUrl}${base}/return/${invoiceId}`;
  const metadata = { invoice: invoiceId };
  const page = {
    locale: language,
    metadata,
    success_url: `${returnUrl}?paid=1`,
    cancel_url: returnUrl,
    ...endOf(request.expiresAt, now),
  };
  if (amount === 0) {
    // The buyer reads there what is charged, and when.
    const text = { submit: { message: description.slice(0, 1200) } };
    return { ...page, mode: "setup", custom_text: text };
  }
  return {
    ...page,
    mode: "payment",
    // The amount is charged that was agreed to, in its currency.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: stripeAmount({ amount, currency }),
          product_data: { name: description.slice(0, 250) },
        },
      },
    ],
    payment_intent_data: {
      description: description.slice(0, 250),
      metadata,
      ...(request.storeCard && { setup_future_usage: "off_session" }),
    },
  };
}

const readPage = (stripe: Stripe, reference: string): Promise<CheckoutSession | undefined> =>
  findObject(stripe.checkout.sessions.retrieve(reference, { expand: pageParts }));

async function pageStatus(stripe: Stripe, reference: string): Promise<PageStatus> {
  const page = await readPage(stripe, reference);
  return page ? pageStatusOf(page) : { status: "closed" };
}

/** Opens the page of an invoice, or returns the one that is open. */
async function openPage(
  stripe: Stripe,
  request: PaymentRequest,
  now: Date,
): ReturnType<PaymentProvider["open"]> {
  const { opened, invoiceId, customer, buyerEmail: email, storeCard, ways } = request;
  const page = opened === null ? undefined : await readPage(stripe, opened);
  const { status } = page ? pageStatusOf(page) : { status: "closed" };
  if (page && status === "open") return { reference: page.id, url: urlOf(page) };
  if (page && status !== "closed") return { reference: page.id, url: null };
  const key = `page-${invoiceId}-${opened ?? "first"}`;
  const params = paymentParams(request, now);
  const created = await createPage(stripe, params, { customer, email, storeCard, ways }, key);
  return { reference: created.id, url: urlOf(created) };
}

async function openCardPage(
  stripe: Stripe,
  { database, now }: Pick<Portal, "database" | "now">,
  user: Parameters<PaymentProvider["setUp"]>[0],
): Promise<{ url: string }> {
  const { id: userId, customer, email, language, ways, portalUrl } = user;
  const key = { provider: stripeId, id: randomUUID() };
  await insertCardSetup(database, { ...key, userId, providerReference: null, createdAt: now() });
  const returnUrl = `${portalUrl}${base}/cards/${key.id}`;
  const page = await createPage(
    stripe,
    {
      mode: "setup",
      locale: language,
      metadata: { setup: key.id },
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { customer, email, storeCard: true, ways },
    `setup-${key.id}`,
  );
  await nameCardSetup(database, key, page.id);
  return { url: urlOf(page) };
}

/** Returns the card that was given on a page for another card; null when the page was not finished. */
async function givenCard(stripe: Stripe, reference: string): Promise<GivenCard | null> {
  const expand = ["setup_intent.payment_method"];
  const page = await findObject(stripe.checkout.sessions.retrieve(reference, { expand }));
  return page ? givenCardOf(page) : null;
}

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

/** Returns the result of a charge. */
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
const finalParams = new Set(["payment_method", "payment_method_types", "customer", "amount"]);

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
    // PayPal counts as a way that redirects, also where its owner has agreed to later charges.
    ...(card.kind === "card"
      ? { automatic_payment_methods: { enabled: true, allow_redirects: "never" as const } }
      : { payment_method_types: [card.kind] }),
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
  await ignoreRefusal(cancelled);
}

async function statusOf(stripe: Stripe, reference: string): Promise<ChargeResult> {
  const intent = await findObject(stripe.paymentIntents.retrieve(reference));
  if (intent) return resultOf(intent);
  return { status: "failed", reference, reason: "no-answer", retryable: true };
}

/** Stripe as a payment provider: hosted pages, charges of cards on file, refunds. */
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
    foreignCustomer: (known) => foreignCustomer(stripe, known, portal.now()),
    endForeign: (reference) => endForeign(stripe, reference),
  };
}
