import * as z from "zod/mini";
import { hourMs } from "#shared/durations.ts";
import { commandActor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import type { PaymentProvider } from "#api/infra/payment-provider.ts";
import type { PaymentPortal } from "#api/portal.ts";
import {
  enqueueCreditNote,
  findInvoice,
  findLivePayment,
  type CreditNote,
  type Invoice,
} from "../../ledger/module.ts";
import { enqueueFailedRefund, enqueueReturnedPayment, type FailedRefund } from "../payment-mail.ts";
import { providerOf } from "../providers.ts";
import { recordEvent } from "../store.ts";
import {
  beginRefund,
  refundLeaseMs,
  type BegunRefund,
  type RefundRequest,
} from "./begin-refund.ts";
import { claimDueRefunds, lockCreditNote, updateCreditNote } from "./refund-store.ts";

/** Returns the key under which it is recorded that a refund has failed. */
export const failedRefundEvent = (
  { provider }: Pick<Invoice, "provider">,
  { number }: { number: string | null },
  refund: string | null = null,
) => ({ provider, id: `failed-${number ?? refund}` });

/** Records that a refund has failed, and enqueues the mail to the owner of the portal, once. */
export async function reportFailedRefund(
  portal: PaymentPortal,
  tx: Database,
  failed: FailedRefund,
): Promise<void> {
  const invoice = await findInvoice(tx, failed.invoiceId);
  if (!invoice) return;
  const event = { ...failedRefundEvent(invoice, failed, failed.refund), type: "refund.failed" };
  const isNew = await recordEvent(tx, event, portal.now());
  if (isNew) await enqueueFailedRefund(portal, tx, failed);
}

/** processing: the provider is asked again; no-provider: it is not set up any more, nothing was written. */
export type RefundOutcome =
  | { outcome: CreditNote["status"]; creditNote: CreditNote }
  | { outcome: "no-provider"; provider: string }
  | Exclude<BegunRefund, { outcome: "begun" }>;

type RefundResult = Awaited<ReturnType<PaymentProvider["refund"]>>;

/** Stores what became of a refund. The credit note stays also if the money comes back: it is owed. */
export const storeRefund = (
  portal: PaymentPortal,
  creditNoteId: string,
  { status, reference }: Pick<RefundResult, "status" | "reference">,
): Promise<CreditNote | undefined> =>
  portal.database.transaction(async (tx) => {
    const creditNote = await lockCreditNote(tx, creditNoteId);
    if (!creditNote || creditNote.status === "failed") return creditNote;
    const { providerReference: known } = creditNote;
    // A later refund has paid back what an earlier one did not.
    if (status === "failed" && known !== null && reference !== null && reference !== known) {
      return creditNote;
    }
    const hasSucceeded = creditNote.status === "succeeded";
    if (status === "failed") {
      const { invoiceId, amount, number } = creditNote;
      const refund = reference ?? creditNote.providerReference;
      const outcome = hasSucceeded ? "owed" : "void";
      await reportFailedRefund(portal, tx, { invoiceId, amount, number, refund, outcome });
    }
    if (hasSucceeded) return creditNote;
    const changes = { status, providerReference: reference, nextTryAt: null };
    await updateCreditNote(tx, creditNoteId, changes);
    // The mail about a withdrawal has its credit notes attached.
    const isAttached = creditNote.reason === "withdrawal";
    if (status === "succeeded" && !isAttached) await enqueueCreditNote(portal, tx, creditNote);
    return { ...creditNote, ...changes };
  });

/** Sends the money of a credit note back. Rejects without an answer: the job repeats it with the same key. */
export async function payBack(portal: PaymentPortal, creditNote: CreditNote): Promise<CreditNote> {
  const { id, invoiceId, amount, currency, providerReference } = creditNote;
  const payment = await findLivePayment(portal.database, invoiceId);
  if (!payment?.providerReference) throw new Error("A refunded payment is not known.");
  const result = await providerOf(portal, payment).refund({
    reference: payment.providerReference,
    amount,
    currency,
    idempotencyKey: id,
    made: providerReference,
  });
  return (await storeRefund(portal, id, result)) ?? creditNote;
}

/** Returns the provider that took the payment of an invoice, if it is not set up any more, or null. */
export async function findMissingProvider(
  { database, payments }: PaymentPortal,
  invoiceId: string,
): Promise<string | null> {
  const provider = (await findLivePayment(database, invoiceId))?.provider;
  return provider && !payments.byId.has(provider) ? provider : null;
}

/** Pays back an invoice or a part. `processing` while the answer is not known. Throws `conflict`. */
export async function refundInvoice(
  portal: PaymentPortal,
  wanted: Omit<RefundRequest, "actor">,
): Promise<RefundOutcome> {
  const provider = await findMissingProvider(portal, wanted.invoiceId);
  if (provider) return { outcome: "no-provider", provider };
  const request = { ...wanted, actor: commandActor };
  const begun = await portal.database.transaction((tx) => beginRefund(tx, request, portal));
  if (begun.outcome !== "begun") return begun;
  const creditNote = await payBack(portal, begun.creditNote).catch(() => begun.creditNote);
  return { outcome: creditNote.status, creditNote };
}

/** A payment to be returned; `amount` in minor units. */
type Returned = { provider: string; reference: string; amount: number; currency: string };

const returnPrefix = "return-";

/** Returns whether the key of a refund is that of a returned payment. */
export const isReturn = (refundKey: string): boolean => refundKey.startsWith(returnPrefix);

/**
 * Pays back what was paid for an invoice that cannot take it (a second membership, an order that was paid
 * twice or has expired, a renewal that was given up), and tells the buyer, once. Rejects when the provider
 * does not answer, or refuses.
 */
export async function returnPayment(
  portal: PaymentPortal,
  invoice: Invoice,
  { reference, amount, currency, ...paid }: Returned,
): Promise<void> {
  const provider = providerOf(portal, paid);
  const idempotencyKey = returnPrefix + reference;
  const returned = await provider.refund({
    reference,
    amount,
    currency,
    idempotencyKey,
    made: null,
  });
  if (returned.status === "failed") {
    throw new Error(`The payment ${reference}, which buys nothing, could not be paid back.`);
  }
  await portal.database.transaction(async (tx) => {
    const event = { provider: provider.id, id: idempotencyKey, type: "payment.returned" };
    const isNew = await recordEvent(tx, event, portal.now());
    if (isNew) await enqueueReturnedPayment(portal, tx, { invoice, amount });
  });
}

/** Repeats refunds whose answer was lost. */
export const refundJob = defineJob({
  name: "billing.refund",
  payload: z.object({}),
  singleton: true,
  schedule: "*/5 * * * *",
});

/** Time between the tries of a refund that has had no answer for a day. */
const laterLeaseMs = 6 * hourMs;

/**
 * Asks again for unanswered refunds, as long as their provider can be asked: it says what became of the first call, however
 * late, so that none is paid twice. Those of a provider that was removed wait until it is set up again. Rejects after failures.
 */
export async function runRefunds(portal: PaymentPortal): Promise<void> {
  const now = portal.now();
  const errors: unknown[] = [];
  const leases = { refundLeaseMs, laterLeaseMs };
  for (const creditNote of await claimDueRefunds(portal.database, now, leases)) {
    if (await findMissingProvider(portal, creditNote.invoiceId)) continue;
    await payBack(portal, creditNote).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some refunds have no answer.");
}
