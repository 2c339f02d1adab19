import { randomUUID } from "node:crypto";
import { dayMs, minuteMs } from "#shared/durations.ts";
import type { Database } from "../../infra/database/connect.ts";
import { reportMeasured } from "../../infra/metrics/measured.ts";
import type { ChargeResult, FailureReason } from "../../infra/payment-provider.ts";
import type { PaymentPortal } from "../../portal.ts";
import {
  findLivePayment,
  insertPayment,
  isPayable,
  lockInvoice,
  updateInvoice,
  updatePayment,
  type Invoice,
  type Payment,
} from "../ledger/module.ts";
import { enqueueMembershipMail, markPastDue } from "../membership/module.ts";
import { cancelPages, cancelWaiting } from "./cancel-unpaid.ts";
import { providerOf } from "./providers.ts";
import type { PaymentMethod } from "./schema.ts";
import { markPending, settleInvoice } from "./settle.ts";
import { cardName, findCard } from "./store.ts";

/** Days after the end of the paid period on which a renewal that failed is tried again. */
const retryDays = [1, 3, 5, 7];

/** Why a try failed, and whether the next one may succeed: later, or at once with another card. */
type Failure = { reason: FailureReason; retryable: boolean; hasNewCard: boolean };

/** Returns when a renewal that failed is tried again; null: not by itself. */
function nextTry(
  { periodStart }: Invoice,
  { retryable, hasNewCard }: Failure,
  now: Date,
): Date | null {
  if (hasNewCard) return now;
  if (!retryable || !periodStart) return null;
  const days = retryDays.map((day) => new Date(periodStart.getTime() + day * dayMs));
  return days.find((day) => day > now) ?? null;
}

/** The card could not be charged. Access is kept while a renewal can be paid; a change of the period is off. */
async function failTry(
  tx: Database,
  invoice: Invoice,
  failure: Failure,
  portal: PaymentPortal,
): Promise<void> {
  const { id, subscriptionId } = invoice;
  const isRenewal = invoice.reason === "renewal";
  const isRefused = failure.reason !== "confirmation" && failure.reason !== "no-card";
  const isOff = !isRenewal && isRefused;
  if (isOff) await cancelPages(portal, tx, invoice);
  await updateInvoice(tx, id, {
    status: isOff ? "void" : "declined",
    tries: invoice.tries + 1,
    nextTryAt: isRenewal ? nextTry(invoice, failure, portal.now()) : null,
  });
  if (!isRenewal || !subscriptionId || !(await markPastDue(tx, subscriptionId))) return;
  const kind = failure.reason === "confirmation" ? "confirm-renewal" : "renewal-failed";
  await enqueueMembershipMail(portal, tx, { kind, subscriptionId, invoiceId: id });
}

/** Returns whether a user has given another card since a payment was begun. */
async function hasOtherCard(
  tx: Database,
  userId: string | null,
  { cardReference }: Payment,
): Promise<boolean> {
  const card = userId === null ? undefined : await findCard(tx, userId);
  return card !== undefined && card.providerReference !== cardReference;
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
  const hasNewCard = await hasOtherCard(tx, invoice.userId, payment);
  switch (result.status) {
    case "succeeded":
      await updatePayment(tx, id, { status: "succeeded", providerReference });
      return settleInvoice(tx, invoice, { settledAt: portal.now(), portal });
    case "processing": {
      const settlesAt = result.settlesAt === null ? null : new Date(result.settlesAt);
      await updatePayment(tx, id, { providerReference, settlesAt });
      return markPending(tx, invoiceId, portal);
    }
    case "requires_action": {
      await updatePayment(tx, id, { status: "requires_action", providerReference });
      if (hasNewCard) await cancelWaiting(portal, tx, { ...payment, providerReference });
      const failure = { reason: "confirmation", retryable: false, hasNewCard } as const;
      return failTry(tx, invoice, failure, portal);
    }
    case "failed":
      await updatePayment(tx, id, { status: "failed", failure: result.reason, providerReference });
      return failTry(tx, invoice, { ...result, hasNewCard }, portal);
  }
}

/** Time after which a charge that was begun counts as lost: it is then repeated with the same key. */
export const chargeLeaseMs = 10 * minuteMs;

const newPayment = (
  { id: invoiceId, total: amount, currency }: Invoice,
  card: PaymentMethod,
  now: Date,
): Payment => ({
  id: randomUUID(),
  invoiceId,
  provider: card.provider,
  providerReference: null,
  amount,
  currency,
  status: "processing",
  failure: null,
  card: cardName(card),
  cardReference: card.providerReference,
  cardCustomer: card.providerCustomer,
  createdAt: now,
  settlesAt: null,
});

/** Returns the card on file, unless nobody can charge it any more. */
async function findChargeable(
  tx: Database,
  userId: string,
  { payments }: PaymentPortal,
): Promise<PaymentMethod | undefined> {
  const card = await findCard(tx, userId);
  return card && payments.byId.has(card.provider) ? card : undefined;
}

/** Returns whether a payment was begun, and its provider's answer is not known. */
export const isUnanswered = ({ status, providerReference }: Payment): boolean =>
  status === "processing" && providerReference === null;

/** Returns the payment to charge, written before the provider is called; null for none. Unknown answers are asked again. */
export async function beginCharge(
  tx: Database,
  invoice: Invoice,
  portal: PaymentPortal,
): Promise<Payment | null> {
  const now = portal.now();
  const { id, userId, total } = invoice;
  const lease = { nextTryAt: new Date(now.getTime() + chargeLeaseMs) };
  const live = await findLivePayment(tx, id);
  if (live && isUnanswered(live)) {
    await updateInvoice(tx, id, lease);
    return live;
  }
  if (live || !userId || !isPayable(invoice, now)) {
    await updateInvoice(tx, id, { nextTryAt: null });
    return null;
  }
  if (total === 0) {
    await settleInvoice(tx, invoice, { settledAt: now, portal });
    return null;
  }
  const card = await findChargeable(tx, userId, portal);
  if (!card) {
    const failure = { reason: "no-card", retryable: false, hasNewCard: false } as const;
    await failTry(tx, invoice, failure, portal);
    return null;
  }
  await updateInvoice(tx, id, lease);
  const payment = newPayment(invoice, card, now);
  await insertPayment(tx, payment);
  return payment;
}

/** Charges a payment and stores the answer. Without one it rejects: a later run repeats it with the same key. */
export async function charge(portal: PaymentPortal, payment: Payment): Promise<ChargeResult> {
  const { id, invoiceId, amount, currency, cardReference, cardCustomer, createdAt } = payment;
  const charging = providerOf(portal, payment).charge({
    invoiceId,
    amount,
    currency,
    card: { reference: cardReference ?? "", customer: cardCustomer },
    idempotencyKey: id,
    begunAt: createdAt,
  });
  charging.then(
    ({ status }) => reportMeasured("charge", status),
    () => reportMeasured("charge", "unknown"),
  );
  const result = await charging;
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
