import type { Stripe } from "stripe";
import * as z from "zod/mini";
import type { Portal, PaymentPortal } from "#api/portal.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  declineUnpaid,
  findInvoice,
  findPayment,
  findPaymentByReference,
  type Payment,
} from "../../ledger/module.ts";
import { disputeJob, enqueueDispute } from "../payment-mail.ts";
import { storeResult } from "../charge.ts";
import { isReturn, reportFailedRefund, returnPayment, storeRefund } from "../refunds/pay-back.ts";
import { completeCardSetup } from "../cards.ts";
import { completePage } from "../collect-payment.ts";
import { finishEvent, receiveEvent, setDisputed, type EventKey } from "../store.ts";
import { amountOf, findObject, stripeId } from "./stripe-client.ts";
import { refundResultOf, resultOf } from "./stripe.ts";

type Context = { stripe: Stripe; portal: PaymentPortal };

/** Written in the transaction that marks an event as processed. */
type Finally = (tx: Database, event: EventKey) => Promise<void>;

/** Metadata that the portal wrote are ids; those of other programs may be anything. */
const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** Applies what has become of the object of an event, by its id: events come late, twice and in any order. */
type Handler = (context: Context, id: string) => Promise<Finally | void>;

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
  if (invoice) await completePage(portal, invoice, { provider: stripeId, reference: id });
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
    const invoice = await findInvoice(database, invoiceId);
    // One that is cancelled was given up with its page: no card was declined.
    const isDeclined = result.status === "failed" && intent.status !== "canceled";
    if (invoice?.provider === stripeId && isDeclined) await declineUnpaid(database, invoiceId);
    return;
  }
  const payment = isUuid(paymentId) ? await findPayment(database, paymentId) : undefined;
  if (payment?.provider !== stripeId) return;
  await database.transaction((tx) => storeResult(tx, payment, result, portal));
  if (result.status === "succeeded") await returnLateCharge(portal, payment, id);
}

async function onDispute({ stripe, portal }: Context, id: string): Promise<Finally | void> {
  const dispute = await findObject(stripe.disputes.retrieve(id));
  if (typeof dispute?.payment_intent !== "string") return undefined;
  const reference = dispute.payment_intent;
  const payment = await findPaymentByReference(portal.database, { provider: stripeId, reference });
  const invoice = payment && (await findInvoice(portal.database, payment.invoiceId));
  if (!invoice) return undefined;
  const { amount } = amountOf(dispute.amount, dispute.currency);
  return async (tx, event) => {
    await setDisputed(tx, event, invoice.id);
    await portal.jobs.enqueue(tx, disputeJob, { invoiceId: invoice.id });
    await enqueueDispute(portal, tx, { invoice, amount, dispute: id });
  };
}

/** Tells the owner that a payment which bought nothing was not paid back after all. */
async function reportReturn({ stripe, portal }: Context, refund: Stripe.Refund): Promise<void> {
  const { id, payment_intent: intentId } = refund;
  if (refundResultOf(refund).status !== "failed" || typeof intentId !== "string") return;
  const { metadata } = await stripe.paymentIntents.retrieve(intentId);
  const invoiceId = metadata["invoice"];
  if (!invoiceId || !isUuid(invoiceId)) return;
  const { amount } = amountOf(refund.amount, refund.currency);
  const failed = { invoiceId, amount, refund: id, number: null, outcome: "returned" } as const;
  await portal.database.transaction((tx) => reportFailedRefund(portal, tx, failed));
}

/** Stores what has become of a refund, which may also fail after it has succeeded. */
async function onRefund(context: Context, id: string): Promise<void> {
  const { stripe, portal } = context;
  const refund = await findObject(stripe.refunds.retrieve(id));
  const key = refund?.metadata?.["refund"];
  if (!refund || !key) return;
  if (isReturn(key)) await reportReturn(context, refund);
  else if (isUuid(key)) await storeRefund(portal, key, refundResultOf(refund));
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
  "charge.dispute.created": onDispute,
} satisfies Partial<Record<Stripe.Event["type"], Handler>>;

const idSchema = z.string().check(z.regex(/^\w{1,255}$/));

/** What is read of an event. Objects of some types have no id. */
export const eventSchema = z.object({
  id: idSchema,
  type: z.string().check(z.maxLength(255)),
  account: z.nullish(z.string()),
  data: z.object({ object: z.object({ id: z.optional(idSchema) }) }),
});

/** The events that a webhook of the portal has to get. */
export const stripeEvents = Object.keys(handlers);

/** Applies an event once, if it is the portal's. Rejects when Stripe or the database does not answer. */
export async function applyEvent(
  portal: Portal,
  stripe: Stripe,
  { id, type, account, data }: z.infer<typeof eventSchema>,
): Promise<void> {
  const handle = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (!handle || account || !data.object.id) return;
  const event = { provider: stripeId, id, type };
  if (!(await receiveEvent(portal.database, event, portal.now()))) return;
  const finish = await handle({ stripe, portal }, data.object.id);
  await portal.database.transaction(async (tx) => {
    const isMine = await finishEvent(tx, event, portal.now());
    if (isMine && finish) await finish(tx, event);
  });
}
