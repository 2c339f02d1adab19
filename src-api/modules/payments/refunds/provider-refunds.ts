import * as z from "zod/mini";
import { providerActor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { ProviderRefund } from "#api/infra/payment-provider.ts";
import type { PaymentPortal } from "#api/portal.ts";
import {
  enqueueCreditNote,
  findCreditNote,
  findCreditNotes,
  findPaymentByReference,
  lockInvoice,
  type CreditNote,
  type Invoice,
} from "../../ledger/module.ts";
import { findSubscriptionById } from "../../membership/module.ts";
import { enqueueProviderRefund, type BookedRefund } from "../payment-mail.ts";
import { recordEvent, forgetEvent } from "../store.ts";
import { beginRefund, findRefundable } from "./begin-refund.ts";
import { failedRefundEvent, isReturn, payBack, storeRefund } from "./pay-back.ts";
import { findCreditNoteByReference, updateCreditNote } from "./refund-store.ts";

/** Returns whether the membership that an invoice paid for is over. */
export async function hasEnded(tx: Database, { subscriptionId }: Invoice): Promise<boolean> {
  const found = subscriptionId === null ? null : await findSubscriptionById(tx, subscriptionId);
  return found?.status === "ended";
}

/** Returns the credit note of a refund: by the portal's own key, else by the provider's reference. */
async function findNote(
  database: Database,
  { key, reference }: Pick<ProviderRefund, "key" | "reference">,
): Promise<CreditNote | undefined> {
  const own = z.uuid().safeParse(key).data;
  return (
    (own && (await findCreditNote(database, own))) ||
    (await findCreditNoteByReference(database, reference))
  );
}

/**
 * Returns a credit note of the same amount whose refund had failed after it had succeeded, so that the money was owed, and
 * forgets that: the refund at hand has paid it.
 */
async function claimOwed(
  tx: Database,
  { id, provider }: Invoice,
  amount: number,
): Promise<CreditNote | undefined> {
  for (const note of await findCreditNotes(tx, [id])) {
    if (note.status !== "succeeded" || note.amount !== amount) continue;
    if (await forgetEvent(tx, failedRefundEvent({ provider }, note))) return note;
  }
  return undefined;
}

async function book(
  portal: PaymentPortal,
  tx: Database,
  invoice: Invoice,
  { reference, amount, status }: ProviderRefund & { status: "processing" | "succeeded" },
): Promise<Pick<BookedRefund, "number" | "outcome" | "excess"> | null> {
  const owed = await claimOwed(tx, invoice, amount);
  if (owed) {
    await updateCreditNote(tx, owed.id, { providerReference: reference });
    return { number: owed.number, outcome: "owed", excess: 0 };
  }
  const left = await findRefundable(tx, invoice);
  const refundable = left.reduce((sum, line) => sum + line.refundable, 0);
  const excess = Math.max(0, amount - refundable);
  const hadEnded = await hasEnded(tx, invoice);
  const begun = await beginRefund(
    tx,
    {
      invoiceId: invoice.id,
      amount,
      reason: "refund",
      note: "Refunded at the payment provider.",
      made: { reference, status },
      actor: providerActor,
    },
    portal,
  );
  if (begun.outcome !== "begun") {
    const event = {
      provider: invoice.provider,
      id: `unbooked-${reference}`,
      type: "refund.created",
    };
    const isNew = await recordEvent(tx, event, portal.now());
    return isNew ? { number: null, outcome: "nothing", excess } : null;
  }
  if (status === "succeeded") await enqueueCreditNote(portal, tx, begun.creditNote);
  const hasEndedNow = !hadEnded && (await hasEnded(tx, invoice));
  const unsettled = excess - begun.creditTaken;
  const outcome = unsettled > 0 ? "excess" : hasEndedNow ? "ended" : "booked";
  return { number: begun.creditNote.number, outcome, excess: unsettled };
}

/**
 * Stores what has become of a refund, also of one that was made at the provider itself: that is booked as a credit note, once,
 * with all that a refund here does to the membership, and the owner gets a mail. A refund of a payment that the portal does not know is ignored. Throws
 * `conflict` while the membership is being charged: the message comes again, and the reconciliation asks.
 */
export async function applyRefund(
  portal: PaymentPortal,
  provider: string,
  refund: ProviderRefund,
): Promise<void> {
  const { database } = portal;
  const { key, reference, amount, status } = refund;
  // What bought nothing is in no books.
  if (key !== null && isReturn(key)) return;
  const known = await findNote(database, refund);
  if (known) return void (await storeRefund(portal, known.id, refund));
  const payment = await findPaymentByReference(database, { provider, reference: refund.payment });
  if (status === "failed" || payment?.status !== "succeeded") return;
  // What is left to be booked depends on the portal's own refunds that have had no answer.
  for (const note of await findCreditNotes(database, [payment.invoiceId])) {
    const isUnanswered = note.status === "processing" && note.providerReference === null;
    if (isUnanswered) await payBack(portal, note);
  }
  await database.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, payment.invoiceId);
    if (!invoice || (await findCreditNoteByReference(tx, reference))) return;
    const booked = await book(portal, tx, invoice, { ...refund, status });
    if (booked === null) return;
    const about = { invoiceId: invoice.id, amount, refund: reference, ...booked };
    await enqueueProviderRefund(portal, tx, about);
  });
}
