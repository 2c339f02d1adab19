import type { Database } from "#api/infra/database/connect.ts";
import type { FailureReason, ChargeResult } from "#api/infra/payment-provider.ts";
import {
  findLivePayment,
  lockInvoice,
  updateInvoice,
  updatePayment,
  type Invoice,
  type Payment,
} from "../../ledger/module.ts";
import { enqueueMembershipMail, markPastDue } from "../../membership/module.ts";
import { cancelPages, cancelWaiting } from "../cancel-waiting.ts";
import { findCard } from "../methods/card-store.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { markPending, settleInvoice } from "../settle.ts";

/** Days after the end of the paid period on which a renewal that failed is tried again. */
const retryDays = [1, 3, 5, 7];

const dayLong = 24 * 60 * 60_000;

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
  const days = retryDays.map((day) => new Date(periodStart.getTime() + day * dayLong));
  return days.find((day) => day > now) ?? null;
}

/**
 * Records that the card on file could not be charged. Access is kept while a renewal can be paid; a change of
 * the period is off, unless its buyer can pay for it on a page.
 */
export async function failTry(
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
