import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import type {
  Card,
  GivenCard,
  PageStatus,
  PaymentProvider,
  PaymentRequest,
} from "#api/infra/payment-provider.ts";
import type { Portal } from "#api/portal.ts";
import { insertCardSetup, nameCardSetup } from "../store.ts";
import { amountOf, findObject, isUnknownObject, stripeAmount, stripeId } from "./stripe-client.ts";

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
const idOf = (found: string | { id: string } | null | undefined): string | null =>
  typeof found === "object" ? (found?.id ?? null) : (found ?? null);

function cardOf(
  method: Stripe.PaymentMethod | string | null | undefined,
  customer: string | { id: string } | null,
): Card | null {
  if (typeof method !== "object" || !method?.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return {
    reference: method.id,
    customer: idOf(customer) ?? idOf(method.customer),
    brand: brands[brand] ?? "Card",
    last4,
    expMonth,
    expYear,
  };
}

/** Returns when an object of Stripe was made. */
const timeOf = ({ created }: { created: number }): Date => new Date(created * 1000);

/** What has to be read with a Checkout Session to know what became of it. */
const pageParts = ["payment_intent.payment_method", "payment_intent.latest_charge"];

/** Returns what has become of a payment page, which was read with its `pageParts`. */
function pageStatusOf(session: Stripe.Checkout.Session): PageStatus {
  const { status, payment_status: paid, payment_intent: intent } = session;
  if (status === "open") return { status: "open" };
  if (status !== "complete" || typeof intent !== "object" || !intent) return { status: "closed" };
  if (intent.status === "processing") return { status: "processing" };
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const card = cardOf(intent.payment_method, session.customer ?? intent.customer);
  const isKept = paid === "paid" && intent.status === "succeeded" && !charge?.refunded;
  if (!isKept) return { status: "closed" };
  return {
    status: "paid",
    ...amountOf(intent.amount_received, intent.currency),
    charge: {
      reference: intent.id,
      settlesAt: null,
      card: card && { card, givenAt: timeOf(charge ?? intent) },
    },
  };
}

type PageParams = Stripe.Checkout.SessionCreateParams;
type Page = Stripe.Checkout.Session;
const base = `/api/payments/${stripeId}`;

/** Pages take cards only, as Stripe keeps them for renewals; their language is the buyer's. */
const cardsOnly = { allowed_payment_method_types: ["card"] } satisfies Partial<PageParams>;

/** Stripe's limits for the life of a page, with a minute for the request. */
const [minLifeSeconds, maxLifeSeconds] = [31 * 60, 24 * 60 * 60 - 60];

/** Returns when a page ends, in seconds since 1970; nothing for Stripe's default, a day. */
function endOf(expiresAt: Date, now: Date): Pick<PageParams, "expires_at"> {
  const lifeSeconds = (expiresAt.getTime() - now.getTime()) / 1000;
  if (lifeSeconds > maxLifeSeconds) return {};
  return { expires_at: Math.ceil(now.getTime() / 1000 + Math.max(lifeSeconds, minLifeSeconds)) };
}

/** Names the customer if Stripe knows it, and lets Stripe make one where the card is kept. */
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
  { customer, email, storeCard }: { customer: string | null; email: string; storeCard: boolean },
  idempotencyKey: string,
): Promise<Page> {
  const create = (known: string | null, key: string) =>
    stripe.checkout.sessions.create(
      { ...cardsOnly, ...params, ...customerOf(known, email, storeCard) },
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

const urlOf = ({ url }: Page): string => {
  if (!url) throw new Error("Stripe opened a page without an address.");
  return url;
};

function paymentParams(request: PaymentRequest, now: Date): PageParams {
  const { invoiceId, amount, currency, description, language, portalUrl } = request;
  const returnUrl = `${portalUrl}${base}/return/${invoiceId}`;
  const metadata = { invoice: invoiceId };
  return {
    mode: "payment",
    locale: language,
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
    metadata,
    success_url: `${returnUrl}?paid=1`,
    cancel_url: returnUrl,
    ...endOf(request.expiresAt, now),
  };
}

const readPage = (stripe: Stripe, reference: string): Promise<Page | undefined> =>
  findObject(stripe.checkout.sessions.retrieve(reference, { expand: pageParts }));

export async function pageStatus(stripe: Stripe, reference: string): Promise<PageStatus> {
  const page = await readPage(stripe, reference);
  return page ? pageStatusOf(page) : { status: "closed" };
}

/** Opens the page of an invoice, or returns the one that is open. */
export async function openPage(
  stripe: Stripe,
  request: PaymentRequest,
  now: Date,
): ReturnType<PaymentProvider["open"]> {
  const { opened, invoiceId, customer, buyerEmail: email, storeCard } = request;
  const page = opened === null ? undefined : await readPage(stripe, opened);
  const { status } = page ? pageStatusOf(page) : { status: "closed" };
  if (page && status === "open") return { reference: page.id, url: urlOf(page) };
  if (page && status !== "closed") return { reference: page.id, url: null };
  const key = `page-${invoiceId}-${opened ?? "first"}`;
  const params = paymentParams(request, now);
  const created = await createPage(stripe, params, { customer, email, storeCard }, key);
  return { reference: created.id, url: urlOf(created) };
}

export async function openCardPage(
  stripe: Stripe,
  { database, now }: Pick<Portal, "database" | "now">,
  user: Parameters<PaymentProvider["setUp"]>[0],
): Promise<{ url: string }> {
  const { id: userId, customer, email, language, portalUrl } = user;
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
    { customer, email, storeCard: true },
    `setup-${key.id}`,
  );
  await nameCardSetup(database, key, page.id);
  return { url: urlOf(page) };
}

/** Returns the card that was given on a page for another card; null when the page was not finished. */
export async function givenCard(stripe: Stripe, reference: string): Promise<GivenCard | null> {
  const expand = ["setup_intent.payment_method"];
  const page = await findObject(stripe.checkout.sessions.retrieve(reference, { expand }));
  if (page?.status !== "complete" || typeof page.setup_intent !== "object") return null;
  const method = page.setup_intent?.payment_method;
  const card = cardOf(method, page.customer);
  if (!card || typeof method !== "object" || !method) return null;
  return { card, givenAt: timeOf(method) };
}
