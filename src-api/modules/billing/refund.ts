import { dayMs, hourMs, minuteMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { eq, lte, sql } from "#api/infra/database/drizzle.ts";
import { type CreditNote, creditNotes, type Invoice, type RefundedPart } from "./schema.ts";
import { type Line, taxAt } from "./prices.ts";
import type { Receipt } from "#shared/api/receipts.ts";
import { randomUUID } from "node:crypto";
import { type Actor, commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Enqueuing, PaymentPortal, TransactionPortal } from "#api/portal.ts";
import {
  callOffSwitches,
  endPaidMembership,
  findInvoice,
  findLivePayment,
  lockInvoice,
  nextCreditNoteNumber,
  recordEvent,
} from "./invoices.ts";
import {
  divideRefund,
  findCreditNotes,
  findPaidLines,
  findUnrefundedLines,
  type PaidLine,
  paidMembership,
  remainingOf,
  findCreditNote,
  returnCredit,
  deductCredit,
  updateCreditNote,
  voidCreditNote,
} from "./credit.ts";
import * as z from "zod/mini";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { type PaymentProvider, providerOf } from "#api/infra/payment-provider.ts";

export const creditNoteMail = defineJob({
  name: "billing.mail-credit-note",
  payload: z.object({ creditNoteId: z.string() }),
  retry: patientRetries,
});

/** Enqueues the mail about a refund, in the transaction that stores its acceptance. */
export const enqueueCreditNote = (
  { jobs }: Enqueuing,
  tx: Database,
  { id }: CreditNote,
): Promise<void> => jobs.enqueue(tx, creditNoteMail, { creditNoteId: id });

export const returnedMail = defineJob({
  name: "billing.mail-returned-payment",
  payload: z.object({ invoiceId: z.string(), amount: z.int() }),
  retry: patientRetries,
});

const failedRefund = z.object({
  invoiceId: z.string(),
  amount: z.int(),
  /** The provider's reference; null for a refund that it never began. */
  refund: z.nullable(z.string()),
  /** Number of the credit note; null for the return of a payment that bought nothing. */
  number: z.nullable(z.string()),
  /** owed: the buyer has the credit note; void: the credit note counts no more; returned: a payment that bought nothing. */
  outcome: z.enum(["owed", "void", "returned"]),
});

/** A refund that has failed; `amount` in minor units of its invoice. */
type FailedRefund = z.infer<typeof failedRefund>;

export const failedRefundMail = defineJob({
  name: "billing.mail-failed-refund",
  payload: failedRefund,
  retry: patientRetries,
});

/** What a mail is about; `amount` in minor units of the invoice's currency. */
type PaymentEvent = { invoice: Pick<Invoice, "id">; amount: number };

/** Enqueues the mail to a buyer whose payment bought nothing and was paid back. */
export const enqueueReturnedPayment = (
  { jobs }: Enqueuing,
  tx: Database,
  { invoice, amount }: PaymentEvent,
): Promise<void> => jobs.enqueue(tx, returnedMail, { invoiceId: invoice.id, amount });

const enqueueFailedRefund = (
  { jobs }: Enqueuing,
  tx: Database,
  failed: FailedRefund,
): Promise<void> => jobs.enqueue(tx, failedRefundMail, failed);

/**
 * Returns credit notes to be refunded again, and leases them: two processes do not try the same one. The lease is longer for
 * those that are older than a day.
 */
const claimDueRefunds = (
  database: Database,
  now: Date,
  { refundLeaseMs, laterLeaseMs }: { refundLeaseMs: number; laterLeaseMs: number },
): Promise<CreditNote[]> =>
  database
    .update(creditNotes)
    .set({
      nextTryAt: sql`case when ${lte(creditNotes.createdAt, new Date(now.getTime() - dayMs))}
        then ${sql.param(new Date(now.getTime() + laterLeaseMs), creditNotes.nextTryAt)}::timestamptz
        else ${sql.param(new Date(now.getTime() + refundLeaseMs), creditNotes.nextTryAt)}::timestamptz end`,
    })
    .where(lte(creditNotes.nextTryAt, now))
    .returning();

/** Time after which a refund without an answer is repeated with the same key. */
export const refundLeaseMs = 10 * minuteMs;

export type RefundRequest = {
  invoiceId: string;
  /** Minor units; null: everything that was not paid back yet. */
  amount: number | null;
  /** The line that is paid back; without it all of them, extras first. */
  sku?: string | undefined;
  reason: CreditNote["reason"];
  /** What the admin wrote; empty for a withdrawal. */
  note: string;
  /** Changes of the period that are undone together with the invoice: the credit they used is taken back. */
  undone?: readonly string[];
  /** Credit that goes back to the account with all of the membership's money; absent: all that it had used. Minor units. */
  creditBack?: number | undefined;
  /** Set where the money was moved at the provider itself: as much as is left of the charge is booked. */
  made?: { reference: string; status: "processing" | "succeeded" };
  /** Who pays back, for the audit trail. */
  actor: Actor;
};

/**
 * begun: the credit note is written, `payBack` sends the money, and `creditTaken` (minor units) of what was moved at the provider
 * beyond what was left is off the account's credit; nothing-charged: the whole price was
 * paid by credit, which is back on the account; nothing-paid: it was discounted, nothing has changed; not-paid: there is no settled
 * payment; too-much: no more than `refundable` (minor units) can be paid back.
 */
type BegunRefund =
  | { outcome: "begun"; creditNote: CreditNote; creditTaken: number }
  | { outcome: "nothing-charged" | "nothing-paid" | "not-paid" }
  | { outcome: "too-much"; refundable: number };

/** Returns the lines of an invoice with their refundable amounts; empty unless it was charged. */
export async function findRefundable(database: Database, invoice: Invoice): Promise<PaidLine[]> {
  const payment = await findLivePayment(database, invoice.id);
  return payment?.status === "succeeded" ? findPaidLines(database, invoice) : [];
}

/** Ends the membership whose present period an invoice paid, and gives back the credit that it used. */
async function reverseMembership(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
  { lines, creditBack }: { lines: readonly PaidLine[]; creditBack?: number | undefined },
): Promise<void> {
  const { netCost = 0, refundable = 0 } = paidMembership(lines) ?? {};
  await returnCredit(tx, invoice, creditBack ?? netCost - refundable, portal.now());
  await endPaidMembership(portal, tx, invoice);
}

/** What was sold, and the taxes contained in it. */
type Sold = { sold: readonly Line[]; taxes: Receipt["taxes"]; currency: string };

/** Adds up the gross amounts at a rate, in minor units. */
const grossAt = (rate: number, taxes: Receipt["taxes"]): number =>
  taxes.reduce((sum, tax) => sum + (tax.rate === rate ? tax.gross.amount : 0), 0);

/** Divides a refund by the rates of its lines; more than is left at a rate goes to the others. */
function grossesOf(
  { sold, taxes }: Sold,
  parts: readonly RefundedPart[],
  before: readonly number[],
): number[] {
  const rateOf = (sku: string) => sold.find((line) => line.sku === sku)?.taxRate;
  const requested = taxes.map(({ rate }) =>
    parts.reduce((sum, { sku, amount }) => sum + (rateOf(sku) === rate ? amount : 0), 0),
  );
  const remaining = taxes.map(({ gross }, index) => gross.amount - (before[index] ?? 0));
  let rest = 0;
  const shares = requested.map((amount, index) => {
    const share = Math.min(amount, remaining[index] ?? 0);
    rest += amount - share;
    return share;
  });
  return shares.map((share, index) => {
    const more = Math.min(rest, (remaining[index] ?? 0) - share);
    rest -= more;
    return share + more;
  });
}

/** Returns the taxes in a refund after others. All refunds together contain what the invoice contains. */
function taxesOfRefund(
  invoice: Sold,
  parts: readonly RefundedPart[],
  earlier: readonly { taxes: Receipt["taxes"] }[],
): Receipt["taxes"] {
  const { taxes, currency } = invoice;
  const before = taxes.map(({ rate }) =>
    earlier.reduce((sum, note) => sum + grossAt(rate, note.taxes), 0),
  );
  const shares = grossesOf(invoice, parts, before);
  return taxes.map(({ rate }, index) => {
    const until = before[index] ?? 0;
    const earlierTax = taxAt(rate, until, currency);
    const allTax = taxAt(rate, until + (shares[index] ?? 0), currency);
    const share = (part: "net" | "tax" | "gross") => ({
      amount: allTax[part].amount - earlierTax[part].amount,
      currency,
    });
    return { rate, net: share("net"), tax: share("tax"), gross: share("gross") };
  });
}

async function writeCreditNote(
  portal: TransactionPortal,
  tx: Database,
  { id: invoiceId, lines: sold, taxes, currency }: Invoice,
  {
    parts,
    reason,
    note,
    made,
  }: Pick<RefundRequest, "reason" | "note" | "made"> & { parts: CreditNote["lines"] },
): Promise<CreditNote> {
  const now = portal.now();
  const earlier = await findCreditNotes(tx, [invoiceId]);
  const creditNote: CreditNote = {
    id: randomUUID(),
    invoiceId,
    number: await nextCreditNoteNumber(tx, portal.brand, now),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    currency,
    lines: parts,
    taxes: taxesOfRefund({ sold, taxes, currency }, parts, earlier),
    reason,
    note,
    status: made?.status ?? "processing",
    providerReference: made?.reference ?? null,
    createdAt: now,
    nextTryAt: made ? null : new Date(now.getTime() + refundLeaseMs),
  };
  await tx.insert(creditNotes).values(creditNote);
  return creditNote;
}

/** Returns whether a refund pays back all that is left of the invoice or of its membership. */
function givesUpMembership(
  lines: readonly PaidLine[],
  parts: Readonly<CreditNote["lines"]>,
  isWhole: boolean,
): boolean {
  const membership = paidMembership(lines);
  const part = parts.find(({ sku }) => sku === membership?.sku);
  return isWhole || (part !== undefined && part.amount === membership?.refundable);
}

/**
 * Writes the credit note of a refund, before the provider is called. A refund of all that is left of the
 * membership's line, or of the invoice, ends the membership whose present period it paid. A change of the period
 * that was begun and not paid is called off: its credit comes from what is paid back. Throws `conflict` while the
 * change is being charged, or a renewal that such a refund gives up.
 */
export async function beginRefund(
  portal: TransactionPortal,
  tx: Database,
  request: RefundRequest,
): Promise<BegunRefund> {
  const { invoiceId, amount: requested, sku, reason, undone, made, actor } = request;
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice?.status !== "paid") return { outcome: "not-paid" };
  const { userId: subjectId, receiptNumber: receipt, currency } = invoice;
  const record = (paid: number) => {
    const details = { receipt, amount: paid, currency, reason };
    return recordAct(tx, {
      act: "payment-refunded",
      at: portal.now(),
      actor,
      subjectId,
      details,
    });
  };
  const lines = await findPaidLines(tx, invoice, undone);
  const payment = await findLivePayment(tx, invoiceId);
  if (!payment && invoice.total === 0) {
    if (requested !== null) return { outcome: "too-much", refundable: 0 };
    // Nothing was paid that could be paid back; only a withdrawal ends what began like that.
    if (reason === "refund" && invoice.credit === 0) return { outcome: "nothing-paid" };
    await reverseMembership(portal, tx, invoice, { lines });
    await record(0);
    return { outcome: "nothing-charged" };
  }
  if (payment?.status !== "succeeded") return { outcome: "not-paid" };
  // What has become credit was moved all the same.
  const sold = made ? await findUnrefundedLines(tx, invoice) : lines;
  const chosen = sku === undefined ? sold : sold.filter((line) => line.sku === sku);
  const refundable = remainingOf(chosen);
  const amount = made ? Math.min(requested ?? refundable, refundable) : (requested ?? refundable);
  if (amount <= 0 || amount > refundable) return { outcome: "too-much", refundable };
  if (invoice.subscriptionId) await callOffSwitches(portal, tx, { id: invoice.subscriptionId });
  const parts = divideRefund(chosen, amount);
  const creditNote = await writeCreditNote(portal, tx, invoice, { ...request, parts });
  await record(amount);
  const isWhole = sku === undefined && amount === refundable;
  if (givesUpMembership(sold, parts, isWhole)) {
    // More than was left: what it has paid for already is not given back as well.
    const creditBack = amount > remainingOf(lines) ? 0 : request.creditBack;
    await reverseMembership(portal, tx, invoice, { lines, creditBack });
  }
  const excess = made ? amount - remainingOf(lines) : 0;
  return {
    outcome: "begun",
    creditNote,
    creditTaken: await deductCredit(portal, tx, invoice, creditNote, excess),
  };
}

/** Returns the key under which it is recorded that a refund has failed. */
export const failedRefundEvent = (
  { provider }: Pick<Invoice, "provider">,
  { number }: { number: string | null },
  refund: string | null = null,
) => ({ provider, id: `failed-${number ?? refund}` });

/** Records that a refund has failed, and enqueues the mail to the owner of the portal, once. */
export async function reportFailedRefund(
  portal: TransactionPortal,
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
    const found = await findCreditNote(tx, creditNoteId);
    // Credit may go back to the buyer, who is locked before the rest.
    if (found) await lockInvoice(tx, found.invoiceId);
    const [creditNote] = await tx
      .select()
      .from(creditNotes)
      .where(eq(creditNotes.id, creditNoteId))
      .for("update");
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
    if (status === "failed") await voidCreditNote(portal, tx, creditNote);
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
  { payments: providers }: Pick<PaymentPortal, "payments">,
  database: Database,
  invoiceId: string,
): Promise<string | null> {
  const provider = (await findLivePayment(database, invoiceId))?.provider;
  return provider && !providers.byId.has(provider) ? provider : null;
}

/** Pays back an invoice or a part. `processing` while the answer is not known. Throws `conflict`. */
export async function refundInvoice(
  portal: PaymentPortal,
  wanted: Omit<RefundRequest, "actor">,
): Promise<RefundOutcome> {
  const provider = await findMissingProvider(portal, portal.database, wanted.invoiceId);
  if (provider) return { outcome: "no-provider", provider };
  const request = { ...wanted, actor: commandActor };
  const begun = await portal.database.transaction((tx) => beginRefund(portal, tx, request));
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
 * twice or has expired, a renewal that was given up), and mails the buyer, once. Rejects when the provider
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
    if (await findMissingProvider(portal, portal.database, creditNote.invoiceId)) continue;
    await payBack(portal, creditNote).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some refunds have no answer.");
}
