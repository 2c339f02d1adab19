import { randomUUID } from "node:crypto";
import { minuteMs } from "#shared/durations.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { PaymentPortal } from "#api/portal.ts";
import {
  creditNoteNumber,
  creditNoteSeries,
  divideRefund,
  findBalance,
  findCreditNotes,
  findLivePayment,
  findPaidLines,
  findUnrefundedLines,
  insertCredit,
  lockInvoice,
  nextNumber,
  paidMembership,
  remainingOf,
  returnCredit,
  taxesOfRefund,
  type CreditNote,
  type Invoice,
  type PaidLine,
} from "../../ledger/module.ts";
import { callOffSwitches, endPaidMembership } from "../cancel-unpaid.ts";
import { insertCreditNote } from "./refund-store.ts";

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
export type BegunRefund =
  | { outcome: "begun"; creditNote: CreditNote; creditTaken: number }
  | { outcome: "nothing-charged" | "nothing-paid" | "not-paid" }
  | { outcome: "too-much"; refundable: number };

/** Returns what can still be paid back of the lines of an invoice; empty unless it was charged. */
export async function findRefundable(database: Database, invoice: Invoice): Promise<PaidLine[]> {
  const payment = await findLivePayment(database, invoice.id);
  return payment?.status === "succeeded" ? findPaidLines(database, invoice) : [];
}

/** Ends the membership whose present period an invoice paid, and gives back the credit that it used. */
async function reverseMembership(
  tx: Database,
  invoice: Invoice,
  { lines, creditBack }: { lines: readonly PaidLine[]; creditBack?: number | undefined },
  portal: PaymentPortal,
): Promise<void> {
  const { held = 0, refundable = 0 } = paidMembership(lines) ?? {};
  await returnCredit(tx, invoice, creditBack ?? held - refundable, portal.now());
  await endPaidMembership(tx, invoice, portal);
}

/**
 * Takes credit off the account of which the same money was paid out at the provider, as far as it is still there. Returns how
 * much, in minor units.
 */
async function takeCredit(
  tx: Database,
  { id: invoiceId, userId, currency }: Invoice,
  excess: number,
  portal: PaymentPortal,
): Promise<number> {
  if (userId === null || excess <= 0) return 0;
  const taken = Math.min(excess, await findBalance(tx, userId, currency));
  if (taken <= 0) return 0;
  await insertCredit(tx, { userId, invoiceId, amount: -taken, currency }, portal.now());
  return taken;
}

async function writeCreditNote(
  tx: Database,
  { id: invoiceId, lines: sold, taxes, currency }: Invoice,
  {
    parts,
    reason,
    note,
    made,
  }: Pick<RefundRequest, "reason" | "note" | "made"> & { parts: CreditNote["lines"] },
  portal: PaymentPortal,
): Promise<CreditNote> {
  const now = portal.now();
  const earlier = await findCreditNotes(tx, [invoiceId]);
  const number = await nextNumber(tx, creditNoteSeries);
  const creditNote: CreditNote = {
    id: randomUUID(),
    invoiceId,
    number: creditNoteNumber(portal.brand, number, now),
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
  await insertCreditNote(tx, creditNote);
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
  tx: Database,
  request: RefundRequest,
  portal: PaymentPortal,
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
    await reverseMembership(tx, invoice, { lines }, portal);
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
  if (invoice.subscriptionId) await callOffSwitches(tx, { id: invoice.subscriptionId }, portal);
  const parts = divideRefund(chosen, amount);
  const creditNote = await writeCreditNote(tx, invoice, { ...request, parts }, portal);
  await record(amount);
  const isWhole = sku === undefined && amount === refundable;
  if (givesUpMembership(sold, parts, isWhole)) {
    // More than was left: what it has paid for already is not given back as well.
    const creditBack = amount > remainingOf(lines) ? 0 : request.creditBack;
    await reverseMembership(tx, invoice, { lines, creditBack }, portal);
  }
  const excess = made ? amount - remainingOf(lines) : 0;
  return {
    outcome: "begun",
    creditNote,
    creditTaken: await takeCredit(tx, invoice, excess, portal),
  };
}
