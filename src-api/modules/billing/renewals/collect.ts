import { randomUUID } from "node:crypto";
import type { Database } from "../../../infra/database/connect.ts";
import type { FailureReason } from "../closed-sets.ts";
import { isPayable } from "../invoices/invoice.ts";
import { lockInvoice, updateInvoice } from "../invoices/invoice-store.ts";
import { enqueueMembershipMail } from "../mails/membership-mail.ts";
import { cardName, findCard } from "../payments/card-store.ts";
import { findLivePayment, insertPayment, updatePayment } from "../payments/payment-store.ts";
import { providerOf } from "../payments/payments.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import type { ChargeResult } from "../payments/provider.ts";
import type { Payment } from "../payments/schema.ts";
import { settleInvoice } from "../payments/settle.ts";
import type { Invoice } from "../schema.ts";
import { lockSubscription, updateSubscription } from "../subscriptions/subscription-store.ts";

/** Days after the end of the paid period on which a renewal that failed is tried again. */
const retryDays = [1, 3, 5, 7];

const dayLong = 24 * 60 * 60_000;

/** Time after which a charge that was begun counts as lost, in ms: it is then repeated with the same key. */
export const chargeLease = 10 * 60_000;

/** Why a try failed, and whether the same card may succeed later. */
type Failure = { reason: FailureReason; retryable: boolean };

/** Returns when a renewal that failed is tried again; null: not by itself. */
function nextTry({ periodStart }: Invoice, { retryable }: Failure, now: Date): Date | null {
  if (!retryable || !periodStart) return null;
  const days = retryDays.map((day) => new Date(periodStart.getTime() + day * dayLong));
  return days.find((day) => day > now) ?? null;
}

/** Records that the card on file could not be charged. Access is kept while the renewal can be paid. */
async function failTry(
  tx: Database,
  invoice: Invoice,
  failure: Failure,
  portal: PaymentPortal,
): Promise<void> {
  const { id, reason, subscriptionId } = invoice;
  const isRenewal = reason === "renewal";
  const canBePaidOnPage = isRenewal || failure.reason === "confirmation";
  await updateInvoice(tx, id, {
    status: canBePaidOnPage ? "declined" : "void",
    tries: invoice.tries + 1,
    nextTryAt: isRenewal ? nextTry(invoice, failure, portal.now()) : null,
  });
  if (!isRenewal || !subscriptionId) return;
  await updateSubscription(tx, subscriptionId, { status: "past_due" });
  const kind = failure.reason === "confirmation" ? "confirm-renewal" : "renewal-failed";
  await enqueueMembershipMail(portal, tx, { kind, subscriptionId, invoiceId: id });
}

/** Stores what became of a charge, until it is decided: a later answer changes nothing. */
export async function storeResult(
  tx: Database,
  { id, invoiceId }: Payment,
  result: ChargeResult,
  portal: PaymentPortal,
): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  const payment = await findLivePayment(tx, invoiceId);
  if (!invoice || payment?.id !== id || payment.status !== "processing") return;
  const { reference: providerReference } = result;
  switch (result.status) {
    case "succeeded":
      await updatePayment(tx, id, { status: "succeeded", providerReference });
      return settleInvoice(tx, invoice, { settledAt: portal.now(), portal });
    case "processing": {
      const settlesAt = result.settlesAt === null ? null : new Date(result.settlesAt);
      await updatePayment(tx, id, { providerReference, settlesAt });
      await updateInvoice(tx, invoiceId, { status: "pending", nextTryAt: null });
      return;
    }
    case "requires_action":
      await updatePayment(tx, id, { status: "requires_action", providerReference });
      return failTry(tx, invoice, { reason: "confirmation", retryable: false }, portal);
    case "failed":
      await updatePayment(tx, id, { status: "failed", failure: result.reason, providerReference });
      return failTry(tx, invoice, result, portal);
  }
}

/** Returns the payment to charge, written before the provider is called; null when there is nothing to charge. */
export async function beginCharge(
  tx: Database,
  invoice: Invoice,
  portal: PaymentPortal,
): Promise<Payment | null> {
  const now = portal.now();
  const { id, userId, total, currency } = invoice;
  if (!userId || !isPayable(invoice, now)) {
    await updateInvoice(tx, id, { nextTryAt: null });
    return null;
  }
  if (total === 0) {
    await settleInvoice(tx, invoice, { settledAt: now, portal });
    return null;
  }
  const live = await findLivePayment(tx, id);
  const lost = live?.status === "processing" && live.providerReference === null;
  if (live && !lost) {
    await updateInvoice(tx, id, { nextTryAt: null });
    return null;
  }
  await updateInvoice(tx, id, { nextTryAt: new Date(now.getTime() + chargeLease) });
  if (live) return live;
  const card = await findCard(tx, userId);
  if (!card) {
    await failTry(tx, invoice, { reason: "no-card", retryable: false }, portal);
    return null;
  }
  const payment: Payment = {
    id: randomUUID(),
    invoiceId: id,
    provider: card.provider,
    providerReference: null,
    amount: total,
    currency,
    status: "processing",
    failure: null,
    card: cardName(card),
    cardReference: card.providerReference,
    cardCustomer: card.providerCustomer,
    createdAt: now,
    settlesAt: null,
  };
  await insertPayment(tx, payment);
  return payment;
}

/**
 * Charges the card of a payment that was written, and stores the answer. When the provider does not answer,
 * the payment stays as it is: a later run repeats the call with the same key.
 */
export async function charge(portal: PaymentPortal, payment: Payment): Promise<ChargeResult> {
  const { id, invoiceId, amount, currency, cardReference, cardCustomer, createdAt } = payment;
  const result = await providerOf(portal, payment).charge({
    invoiceId,
    amount,
    currency,
    card: { reference: cardReference ?? "", customer: cardCustomer },
    idempotencyKey: id,
    begunAt: createdAt,
  });
  await portal.database.transaction((tx) => storeResult(tx, payment, result, portal));
  return result;
}

/** Charges the card on file for an invoice whose time to try has come. */
export async function collect(portal: PaymentPortal, invoiceId: string): Promise<void> {
  const payment = await portal.database.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const isDue = invoice?.nextTryAt && invoice.nextTryAt <= portal.now();
    return invoice && isDue ? beginCharge(tx, invoice, portal) : null;
  });
  if (payment) await charge(portal, payment);
}

/** Gives up a renewal that was not paid in time: the membership ends, and nothing is owed any more. */
export const giveUp = (portal: PaymentPortal, invoiceId: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const now = portal.now();
    if (!invoice || invoice.expiresAt > now) return;
    if (invoice.status !== "open" && invoice.status !== "declined") return;
    const live = await findLivePayment(tx, invoiceId);
    if (live?.status === "processing") return; // its answer decides
    if (live) await updatePayment(tx, live.id, { status: "failed", failure: "confirmation" });
    await updateInvoice(tx, invoiceId, { status: "uncollectible", nextTryAt: null });
    const { subscriptionId } = invoice;
    const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
    if (!subscription || subscription.status === "ended") return;
    await updateSubscription(tx, subscription.id, { status: "ended" });
    const mail = { kind: "membership-ended", subscriptionId: subscription.id, invoiceId } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });
