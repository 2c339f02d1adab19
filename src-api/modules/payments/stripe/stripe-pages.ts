import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import type { Portal } from "#api/portal.ts";
import { insertCardSetup, nameCardSetup } from "../methods/card-setup-store.ts";
import type {
  GivenCard,
  PageStatus,
  PaymentProvider,
  PaymentRequest,
} from "#api/infra/payment-provider.ts";
import { stripeAmount } from "./stripe-amounts.ts";
import { findObject, isUnknownObject, stripeId } from "./stripe-client.ts";
import { cardOf, pageParts, pageStatusOf, timeOf } from "./stripe-results.ts";

type PageParams = Stripe.Checkout.SessionCreateParams;
type Page = Stripe.Checkout.Session;

const base = `/api/payments/${stripeId}`;

/** Pages take cards only, as Stripe keeps them for renewals; their language is the buyer's. */
const cardsOnly = { allowed_payment_method_types: ["card"] } satisfies Partial<PageParams>;

/** Stripe's limits for the life of a page, in seconds, with a minute for the request. */
const [shortest, longest] = [31 * 60, 24 * 60 * 60 - 60];

/** Returns when a page ends, in seconds since 1970; nothing for Stripe's default, a day. */
function endOf(expiresAt: Date, now: Date): Pick<PageParams, "expires_at"> {
  const life = (expiresAt.getTime() - now.getTime()) / 1000;
  if (life > longest) return {};
  return { expires_at: Math.ceil(now.getTime() / 1000 + Math.max(life, shortest)) };
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

/** Reads a page; undefined for one that Stripe does not know. */
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

/** Opens a page where a user gives another card. */
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
