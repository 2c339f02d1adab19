import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { PaymentPortal, Portal } from "#api/portal.ts";
import type { ProviderRefund } from "#api/infra/payment-provider.ts";
import {
  findInvoice,
  findPages,
  findPaymentByReference,
  isPaid,
  isRecorded,
  recordEvent,
} from "#api/modules/billing/invoices.ts";
import { type Invoice, type Payment, payments } from "#api/modules/billing/schema.ts";
import { applyDispute, applyRefund } from "#api/modules/billing/disputes.ts";
import { recordDeclined, recordPayment } from "#api/modules/billing/payments.ts";
import { isReturn, reportFailedRefund, returnPayment } from "#api/modules/billing/refund.ts";
import { refreshCustomer } from "#api/modules/billing/foreign-customers.ts";
import { completeCardSetup } from "#api/modules/billing/cards.ts";
import {
  completePage,
  isRefusedTrial,
  leaveUrl,
  membershipUrl,
  subscriptionUrl,
  successUrl,
} from "#api/modules/billing/payment-pages.ts";
import { disputeOf, refundOf, resultOf } from "./stripe.ts";
import { connectStripe, findObject, idOf, stripeId } from "./stripe-objects.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq } from "#api/infra/database/drizzle.ts";

async function findPayment(database: Database, id: string): Promise<Payment | undefined> {
  const [row] = await database.select().from(payments).where(eq(payments.id, id));
  return row;
}

type Context = { stripe: Stripe; portal: PaymentPortal };

/** Metadata that the portal wrote are ids; those of other programs may be anything. */
const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** Applies what has become of the object of an event, by its id: events come late, twice and in any order. */
type Handler = (context: Context, id: string) => Promise<void>;

/** Completes a page, by what the portal wrote on it: buyers can write `client_reference_id` themselves. */
async function onPage({ stripe, portal }: Context, id: string): Promise<void> {
  const page = await findObject(stripe.checkout.sessions.retrieve(id));
  const setup = page?.metadata?.["setup"];
  if (page?.mode === "setup" && setup && isUuid(setup)) {
    return completeCardSetup(portal, { provider: stripeId, id: setup });
  }
  const invoiceId = page?.metadata?.["invoice"];
  if (!invoiceId || !isUuid(invoiceId)) return;
  const invoice = await findInvoice(portal.database, invoiceId);
  if (!invoice) return;
  await completePage(portal, invoice, { provider: stripeId, reference: id });
  const intent = idOf(page.payment_intent);
  if (!intent) return;
  const key = { provider: stripeId, reference: intent };
  const payment = await findPaymentByReference(portal.database, key);
  if (payment?.status === "processing") await onIntent({ stripe, portal }, intent);
}

/** Pays back a charge that succeeded after it was given up. */
async function returnLateCharge(
  portal: PaymentPortal,
  { id, invoiceId }: Payment,
  reference: string,
): Promise<void> {
  const payment = await findPayment(portal.database, id);
  const invoice = await findInvoice(portal.database, invoiceId);
  if (invoice && payment?.status === "failed") {
    await returnPayment(portal, invoice, { ...payment, reference });
  }
}

/** Stores the result of a charge of a card on file, or that a try on a page was declined. */
async function onIntent({ stripe, portal }: Context, id: string): Promise<void> {
  const { database } = portal;
  const intent = await findObject(stripe.paymentIntents.retrieve(id));
  const { invoice: invoiceId, payment: paymentId } = intent?.metadata ?? {};
  if (!intent || !invoiceId || !isUuid(invoiceId)) return;
  const result = resultOf(intent);
  if (!paymentId) {
    // A debit from a page, which the bank decides days after the page was paid.
    const begun = await findPaymentByReference(database, { provider: stripeId, reference: id });
    if (begun) {
      await database.transaction((tx) => recordPayment(portal, tx, begun, result));
      return;
    }
    const invoice = await findInvoice(database, invoiceId);
    // One that is cancelled was given up with its page: no card was declined.
    const isDeclined = result.status === "failed" && intent.status !== "canceled";
    if (invoice?.provider === stripeId && isDeclined) await recordDeclined(database, invoiceId);
    return;
  }
  const payment = isUuid(paymentId) ? await findPayment(database, paymentId) : undefined;
  if (payment?.provider !== stripeId) return;
  await database.transaction((tx) => recordPayment(portal, tx, payment, result));
  if (result.status === "succeeded") await returnLateCharge(portal, payment, id);
}

/** Makes sure that a payment is known whose refund or dispute has come before the message about the payment itself. */
async function ensurePaymentRecorded(context: Context, reference: string): Promise<void> {
  const { stripe, portal } = context;
  if (await findPaymentByReference(portal.database, { provider: stripeId, reference })) return;
  const intent = await findObject(stripe.paymentIntents.retrieve(reference));
  const { invoice: invoiceId, payment } = intent?.metadata ?? {};
  if (!invoiceId || !isUuid(invoiceId)) return;
  if (payment) return onIntent(context, reference);
  const invoice = await findInvoice(portal.database, invoiceId);
  if (!invoice) return;
  for (const page of await findPages(portal.database, [invoiceId])) {
    await completePage(portal, invoice, page);
  }
}

async function onDispute(context: Context, id: string): Promise<void> {
  const found = await findObject(context.stripe.disputes.retrieve(id));
  const dispute = found && disputeOf(found);
  if (!dispute) return;
  await ensurePaymentRecorded(context, dispute.payment);
  await applyDispute(context.portal, stripeId, dispute);
}

/** Tells the owner that a payment which bought nothing was not paid back after all. */
async function reportReturn(
  { stripe, portal }: Context,
  { reference, payment, amount, status }: ProviderRefund,
): Promise<void> {
  if (status !== "failed") return;
  const { metadata } = await stripe.paymentIntents.retrieve(payment);
  const invoiceId = metadata["invoice"];
  if (!invoiceId || !isUuid(invoiceId)) return;
  const outcome = "returned";
  const failed = { invoiceId, amount, refund: reference, number: null, outcome } as const;
  await portal.database.transaction((tx) => reportFailedRefund(portal, tx, failed));
}

/** Stores what has become of a refund, which may also fail after it has succeeded. */
async function applyOne(context: Context, found: Stripe.Refund): Promise<void> {
  const refund = refundOf(found);
  if (!refund) return;
  if (refund.key !== null && isReturn(refund.key)) return reportReturn(context, refund);
  await ensurePaymentRecorded(context, refund.payment);
  await applyRefund(context.portal, stripeId, refund);
}

async function onRefund(context: Context, id: string): Promise<void> {
  const refund = await findObject(context.stripe.refunds.retrieve(id));
  if (refund) await applyOne(context, refund);
}

/** Accounts with an early API version send no event about the refund itself. */
async function onRefunded(context: Context, charge: string): Promise<void> {
  for await (const refund of context.stripe.refunds.list({ charge, limit: 100 })) {
    await applyOne(context, refund);
  }
}

/** A subscription that a former site made: the portal makes none. */
async function onSubscription({ stripe, portal }: Context, id: string): Promise<void> {
  const found = await findObject(stripe.subscriptions.retrieve(id));
  const customer = found && idOf(found.customer);
  if (customer) await refreshCustomer(portal, { provider: stripeId, customer });
}

const handlers: Readonly<Record<string, Handler>> = {
  "checkout.session.completed": onPage,
  "checkout.session.async_payment_succeeded": onPage,
  "checkout.session.async_payment_failed": onPage,
  "checkout.session.expired": onPage,
  "payment_intent.succeeded": onIntent,
  "payment_intent.processing": onIntent,
  "payment_intent.payment_failed": onIntent,
  "payment_intent.canceled": onIntent,
  "refund.created": onRefund,
  "refund.updated": onRefund,
  "refund.failed": onRefund,
  "charge.refund.updated": onRefund,
  "charge.refunded": onRefunded,
  "charge.dispute.created": onDispute,
  "charge.dispute.updated": onDispute,
  "charge.dispute.closed": onDispute,
  "charge.dispute.funds_reinstated": onDispute,
  "customer.subscription.created": onSubscription,
  "customer.subscription.updated": onSubscription,
  "customer.subscription.deleted": onSubscription,
} satisfies Partial<Record<Stripe.Event["type"], Handler>>;

const idSchema = z.string().check(z.regex(/^\w{1,255}$/));

/** What is read of an event. Objects of some types have no id. */
const eventSchema = z.object({
  id: idSchema,
  type: z.string().check(z.maxLength(255)),
  account: z.nullish(z.string()),
  data: z.object({ object: z.object({ id: z.optional(idSchema) }) }),
});

/** The events that a webhook of the portal has to get. Those about subscriptions of a former site are optional: an hourly check finds the same. */
export const stripeEvents = Object.keys(handlers).filter(
  (type) => !type.startsWith("customer.subscription."),
);

/** Applies an event once, if it is the portal's. Rejects when Stripe or the database does not answer. */
async function applyEvent(
  portal: Portal,
  stripe: Stripe,
  { id, type, account, data }: z.infer<typeof eventSchema>,
): Promise<void> {
  const handle = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (!handle || account || !data.object.id) return;
  const event = { provider: stripeId, id, type };
  if (await isRecorded(portal.database, event)) return;
  await handle({ stripe, portal }, data.object.id);
  await recordEvent(portal.database, event, portal.now());
}

/** Seconds after which the signature of an event is no longer accepted. */
const toleranceSeconds = 300;

const paramsSchema = z.object({ id: z.uuid() });

const querySchema = z.object({ paid: z.optional(z.string()) });

const askedId = ({ params }: FastifyRequest): string | null =>
  paramsSchema.safeParse(params).data?.id ?? null;

/** Returns the event of a request that Stripe signed. Throws `validation` for any other, and for what is no event. */
function verifiedEvent(stripe: Stripe, request: FastifyRequest, secret: string) {
  const { body, headers, server } = request;
  const signature = headers["stripe-signature"];
  if (!Buffer.isBuffer(body) || typeof signature !== "string") throw new ApiError("validation");
  const receivedAt = server.portal.now().getTime();
  try {
    const { webhooks } = stripe;
    return eventSchema.parse(
      webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, receivedAt),
    );
  } catch (error) {
    request.log.warn({ err: error }, "an event of Stripe was refused");
    throw new ApiError("validation");
  }
}

/** Takes what was paid on an invoice's pages. When Stripe does not answer, its event does so later. */
async function settlePages(request: FastifyRequest, invoice: Invoice): Promise<Invoice> {
  const { portal } = request.server;
  for (const page of await findPages(portal.database, [invoice.id])) {
    await completePage(portal, invoice, page).catch((error: unknown) =>
      request.log.error({ err: error, invoice: invoice.id }, "payment could not be completed"),
    );
  }
  return (await findInvoice(portal.database, invoice.id)) ?? invoice;
}

/** Serves the webhook, and the addresses that Stripe's pages lead back to. */
export async function stripeRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { config, database } = portal;
  if (!config.stripe) throw new Error("Stripe is not set up.");
  const { webhookSecret } = config.stripe;
  const stripe = connectStripe(config.stripe);
  const hidden = { schema: { hide: true } };
  const event = { ...hidden, bodyLimit: 1024 * 1024 };

  // The signature is that of the bytes.
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_, body, done) =>
    done(null, body),
  );

  app.post("/webhook", event, async (request, reply) => {
    await applyEvent(portal, stripe, verifiedEvent(stripe, request, webhookSecret));
    return reply.send({ received: true });
  });

  // Nobody is logged in here: what happens depends on what Stripe says, and what is shown on who asks there.
  app.get("/return/:id", hidden, async (request, reply) => {
    const id = askedId(request);
    const found = id && (await findInvoice(database, id));
    if (!found || found.provider !== stripeId) return reply.redirect(membershipUrl(config), 303);
    const invoice = await settlePages(request, found);
    const hasPaid =
      isPaid(invoice) ||
      (!isRefusedTrial(invoice) && querySchema.safeParse(request.query).data?.paid === "1");
    return reply.redirect((hasPaid ? successUrl : leaveUrl)(config, invoice), 303);
  });

  app.get("/cards/:id", hidden, async (request, reply) => {
    const id = askedId(request);
    const key = id && { provider: stripeId, id };
    if (key) {
      await completeCardSetup(portal, key).catch((error: unknown) =>
        request.log.error({ err: error, setup: id }, "card could not be kept"),
      );
    }
    return reply.redirect(subscriptionUrl(config), 303);
  });
}
