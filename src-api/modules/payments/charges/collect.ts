import { reportMeasured } from "#api/infra/metrics/measured.ts";
import { randomUUID } from "node:crypto";
import type { Database } from "#api/infra/database/connect.ts";
import {
  findLivePayment,
  insertPayment,
  isPayable,
  lockInvoice,
  updateInvoice,
  type Invoice,
  type Payment,
} from "../../ledger/module.ts";
import { cardName, findCard } from "../methods/card-store.ts";
import { providerOf } from "../payments.ts";
import type { PaymentPortal } from "#api/portal.ts";
import type { ChargeResult } from "#api/infra/payment-provider.ts";
import type { PaymentMethod } from "../schema.ts";
import { settleInvoice } from "../settle.ts";
import { failTry, storeResult } from "./store-result.ts";

/** Time after which a charge that was begun counts as lost, in ms: it is then repeated with the same key. */
export const chargeLease = 10 * 60_000;

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

/**
 * Returns the payment to charge, written before the provider is called; null when there is nothing to charge.
 * One whose answer is not known is charged again, however late it is: money may have moved.
 */
export async function beginCharge(
  tx: Database,
  invoice: Invoice,
  portal: PaymentPortal,
): Promise<Payment | null> {
  const now = portal.now();
  const { id, userId, total } = invoice;
  const lease = { nextTryAt: new Date(now.getTime() + chargeLease) };
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

/**
 * Charges the card of a payment that was written, and stores the answer. When the provider does not answer,
 * it rejects and the payment stays as it is: a later run repeats the call with the same key.
 */
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
