import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { Portal } from "../../../../portal.ts";
import type { Database } from "../../../../infra/database/connect.ts";
import type { Invoice } from "../../schema.ts";
import { declineUnpaid, findInvoice } from "../../invoices/invoice-store.ts";
import { lockBuyer } from "../../invoices/buyer-store.ts";
import { enqueueDispute } from "../../mails/payment-mail.ts";
import { storeResult } from "../../renewals/store-result.ts";
import { storeRefund } from "../../refunds/refund.ts";
import { setRenewal } from "../../subscriptions/renewal.ts";
import { findBought } from "../../subscriptions/subscription-store.ts";
import { findCardSetup, takeCardSetup } from "../card-setup-store.ts";
import { completePage } from "../complete-page.ts";
import { keepCard } from "../keep-card.ts";
import type { PaymentPortal } from "../payment-portal.ts";
import { findPayment, findPaymentByReference } from "../payment-store.ts";
import { finishEvent, receiveEvent } from "../provider-event-store.ts";
import type { Payment } from "../schema.ts";
import { amountOf } from "./stripe-amounts.ts";
import { findObject, stripeId } from "./stripe-client.ts";
import { cardOf, refundResultOf, resultOf } from "./stripe-results.ts";

/** The account at Stripe, and the portal that its events change. */
type Context = { stripe: Stripe; portal: PaymentPortal };

/** Written in the transaction that marks an event as processed. */
type Finally = (tx: Database) => Promise<void>;

/** Metadata that the portal wrote are ids; those of other programs may be anything. */
const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** Applies what has become of the object of an event, by its id: events come late, twice and in any order. */
type Handler = (context: Context, id: string) => Promise<Finally | void>;

/** Keeps the card that was given on a page, once. Returns false when the page was not finished. */
export async function completeCardPage({ stripe, portal }: Context, id: string): Promise<void> {
  const read = stripe.checkout.sessions.retrieve(id, { expand: ["setup_intent.payment_method"] });
  const page = await findObject(read);
  const setup = page?.metadata?.["setup"];
  if (page?.status !== "complete" || !setup || !isUuid(setup)) return;
  const intent = typeof page.setup_intent === "object" ? page.setup_intent : null;
  const card = cardOf(intent?.payment_method, page.customer);
  if (!card) return;
  const key = { provider: stripeId, id: setup };
  const found = await findCardSetup(portal.database, key);
  if (!found) return;
  await portal.database.transaction(async (tx) => {
    // The user first, as when an account is deleted: the other order could deadlock.
    await lockBuyer(tx, found.userId);
    const taken = await takeCardSetup(tx, key);
    if (taken) await keepCard(portal, tx, taken.userId, stripeId, card);
  });
}

/**
 * Completes a page. Its invoice is known by what the portal wrote on it: `client_reference_id` can be
 * written by anybody who pays by a payment link of the same account.
 */
async function onPage(context: Context, id: string): Promise<void> {
  const { stripe, portal } = context;
  const page = await findObject(stripe.checkout.sessions.retrieve(id));
  if (page?.mode === "setup") return completeCardPage(context, id);
  const invoiceId = page?.metadata?.["invoice"];
  if (!invoiceId || !isUuid(invoiceId)) return;
  const invoice = await findInvoice(portal.database, invoiceId);
  if (invoice?.provider === stripeId) await completePage(portal, invoice, id);
}

/** Pays back a charge whose invoice was given up before the answer came. */
async function returnLateCharge({ stripe, portal }: Context, { id, invoiceId }: Payment) {
  const payment = await findPayment(portal.database, id);
  if (payment?.status !== "failed" || !payment.providerReference) return;
  await stripe.refunds.create(
    { payment_intent: payment.providerReference, metadata: { refund: `return-${invoiceId}` } },
    { idempotencyKey: `return-${payment.providerReference}` },
  );
}

/** Stores the result of a charge of a card on file, or that a try on a page was declined. */
async function onIntent(context: Context, id: string): Promise<void> {
  const { stripe, portal } = context;
  const { database } = portal;
  const intent = await findObject(stripe.paymentIntents.retrieve(id));
  const { invoice: invoiceId, payment: paymentId } = intent?.metadata ?? {};
  if (!intent || !invoiceId || !isUuid(invoiceId)) return;
  const result = resultOf(intent);
  if (!paymentId) {
    const invoice = await findInvoice(database, invoiceId);
    if (invoice?.provider === stripeId && result.status === "failed") {
      await declineUnpaid(database, invoiceId);
    }
    return;
  }
  const payment = isUuid(paymentId) ? await findPayment(database, paymentId) : undefined;
  if (payment?.provider !== stripeId) return;
  await database.transaction((tx) => storeResult(tx, payment, result, portal));
  if (result.status === "succeeded") await returnLateCharge(context, payment);
}

/** Cancels the membership that was paid by a disputed payment: nothing more is charged. */
async function stopRenewal(
  portal: PaymentPortal,
  { userId, subscriptionId }: Invoice,
): Promise<void> {
  const { database, now } = portal;
  const bought = userId && (await findBought(database, userId, now()));
  if (!bought || bought.id !== subscriptionId) return;
  await setRenewal(portal, bought.userId, false);
}

async function onDispute({ stripe, portal }: Context, id: string): Promise<Finally | void> {
  const dispute = await findObject(stripe.disputes.retrieve(id));
  if (typeof dispute?.payment_intent !== "string") return undefined;
  const reference = dispute.payment_intent;
  const payment = await findPaymentByReference(portal.database, { provider: stripeId, reference });
  const invoice = payment && (await findInvoice(portal.database, payment.invoiceId));
  if (!invoice) return undefined;
  await stopRenewal(portal, invoice);
  const { amount } = amountOf(dispute.amount, dispute.currency);
  return (tx) => enqueueDispute(portal, tx, { invoice, amount, dispute: id });
}

/** Stores whether a refund that was being processed has succeeded. */
async function onRefund({ stripe, portal }: Context, id: string): Promise<void> {
  const refund = await findObject(stripe.refunds.retrieve(id));
  const creditNoteId = refund?.metadata?.["refund"];
  if (!refund || !creditNoteId || !isUuid(creditNoteId)) return;
  await storeRefund(portal, creditNoteId, refundResultOf(refund));
}

const handlers: Partial<Record<Stripe.Event["type"], Handler>> = {
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
  "charge.dispute.created": onDispute,
};

/** The events that a webhook of the portal has to get. */
export const stripeEvents = Object.keys(handlers);

/**
 * Applies an event once. Events of unknown types, of other accounts and about objects that are not the
 * portal's change nothing. Rejects when Stripe or the database does not answer: Stripe sends it again.
 */
export async function applyEvent(
  portal: Portal,
  stripe: Stripe,
  { id, type, account, data }: Stripe.Event,
): Promise<void> {
  const handle = handlers[type];
  if (!handle || account || !("id" in data.object) || !data.object.id) return;
  const event = { provider: stripeId, id, type };
  if (!(await receiveEvent(portal.database, event, portal.now()))) return;
  const finish = await handle({ stripe, portal }, data.object.id);
  await portal.database.transaction(async (tx) => {
    const isMine = await finishEvent(tx, event, portal.now());
    if (isMine && finish) await finish(tx);
  });
}
