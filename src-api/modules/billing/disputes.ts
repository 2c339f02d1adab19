import * as z from "zod/mini";
import { providerActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  disputeStatuses,
  type ProviderDispute,
  type ProviderRefund,
} from "#api/infra/payment-provider.ts";
import type { Enqueuing, PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import {
  beginRefund,
  enqueueCreditNote,
  failedRefundEvent,
  findRefundable,
  isReturn,
  payBack,
  storeRefund,
} from "./refund.ts";
import {
  findCreditNote,
  findCreditNotes,
  restoreCreditNote,
  updateCreditNote,
  voidCreditNote,
} from "./credit.ts";
import {
  findInvoice,
  findPaymentByReference,
  lockInvoice,
  runsUntil,
  updateInvoice,
  forgetEvent,
  recordEvent,
} from "./invoices.ts";
import { type CreditNote, creditNotes, disputes, type Invoice, invoices } from "./schema.ts";
import {
  enqueueMembershipMail,
  findBought,
  findSubscriptionById,
  liveMembership,
  lockSubscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import { setRenewal } from "./cancel.ts";

export const disputeMail = defineJob({
  name: "billing.mail-dispute",
  payload: z.object({
    invoiceId: z.string(),
    amount: z.int(),
    dispute: z.string(),
    status: z.enum(disputeStatuses),
    /** Number of the credit note that books a loss. */
    number: z.nullable(z.string()),
  }),
  retry: patientRetries,
});

const bookedRefund = z.object({
  invoiceId: z.string(),
  amount: z.int(),
  /** The provider's reference. */
  refund: z.string(),
  /** Number of the credit note; null where there was nothing left to book. */
  number: z.nullable(z.string()),
  /** owed: the credit note was there before; excess: more than was left, by `excess`; nothing: nothing was left at all. */
  outcome: z.enum(["booked", "ended", "owed", "excess", "nothing"]),
  excess: z.int(),
});

/** A refund that was made at the provider itself; amounts in minor units of its invoice. */
type BookedRefund = z.infer<typeof bookedRefund>;

export const providerRefundMail = defineJob({
  name: "payments.mail-provider-refund",
  payload: bookedRefund,
  retry: patientRetries,
});

const enqueueDispute = (
  { jobs }: Enqueuing,
  tx: Database,
  dispute: z.infer<typeof disputeMail.payload>,
): Promise<void> => jobs.enqueue(tx, disputeMail, dispute);

const enqueueProviderRefund = (
  { jobs }: Enqueuing,
  tx: Database,
  refund: BookedRefund,
): Promise<void> => jobs.enqueue(tx, providerRefundMail, refund);

/** Returns whether the membership that an invoice paid for is over. */
async function hasEnded(tx: Database, { subscriptionId }: Invoice): Promise<boolean> {
  const found = subscriptionId === null ? null : await findSubscriptionById(tx, subscriptionId);
  return found?.status === "ended";
}

export async function findCreditNoteByReference(
  database: Database,
  reference: string,
): Promise<CreditNote | undefined> {
  const [row] = await database
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.providerReference, reference));
  return row;
}

/** Returns the credit note of a refund: by the portal's own key, else by the provider's reference. */
async function findCreditNoteOf(
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

async function bookProviderRefund(
  portal: TransactionPortal,
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
  const begun = await beginRefund(portal, tx, {
    invoiceId: invoice.id,
    amount,
    reason: "refund",
    note: "Refunded at the payment provider.",
    made: { reference, status },
    actor: providerActor,
  });
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
  const known = await findCreditNoteOf(database, refund);
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
    const booked = await bookProviderRefund(portal, tx, invoice, { ...refund, status });
    if (booked === null) return;
    const about = { invoiceId: invoice.id, amount, refund: reference, ...booked };
    await enqueueProviderRefund(portal, tx, about);
  });
}

const isDispute = ({
  provider,
  reference,
}: Pick<typeof disputes.$inferSelect, "provider" | "reference">) =>
  and(eq(disputes.provider, provider), eq(disputes.reference, reference));

/** Returns whether a lost dispute about an invoice, which is won now, had ended its membership; the first time only. */
async function claimEndedMembership(tx: Database, invoiceId: string): Promise<boolean> {
  const claimed = await tx
    .update(disputes)
    .set({ endedMembership: false })
    .where(
      and(
        eq(disputes.invoiceId, invoiceId),
        eq(disputes.status, "won"),
        eq(disputes.endedMembership, true),
      ),
    )
    .returning({ reference: disputes.reference });
  return claimed.length > 0;
}

/** What follows for the membership when a dispute about an invoice has begun or is decided. */
const disputeJob = defineJob({
  name: "payments.dispute",
  payload: z.object({ invoiceId: z.string() }),
  retry: patientRetries,
});

/**
 * Books the money that a lost dispute has taken as a credit note; without a mail to the buyer, whom the bank has paid. Like a
 * refund, it ends the membership whose present period was paid with all of it. Returns the number of the note; null without one.
 */
async function bookLoss(
  portal: TransactionPortal,
  tx: Database,
  invoice: Invoice,
  { reference, amount }: ProviderDispute,
): Promise<string | null> {
  const earlier = await findCreditNoteByReference(tx, reference);
  if (earlier) {
    await restoreCreditNote(portal, tx, invoice, earlier);
    return earlier.number;
  }
  const hadEnded = await hasEnded(tx, invoice);
  const begun = await beginRefund(portal, tx, {
    invoiceId: invoice.id,
    amount,
    reason: "refund",
    note: "A dispute of the payment was lost.",
    made: { reference, status: "succeeded" },
    actor: providerActor,
  });
  const { subscriptionId } = invoice;
  if (subscriptionId && !hadEnded && (await hasEnded(tx, invoice))) {
    const { provider } = invoice;
    await tx
      .update(disputes)
      .set({ endedMembership: true })
      .where(isDispute({ provider, reference }));
    const mail = { kind: "membership-ended", subscriptionId, invoiceId: null } as const;
    await enqueueMembershipMail(portal, tx, mail);
  }
  return begun.outcome === "begun" ? begun.creditNote.number : null;
}

/**
 * Stores what has become of a dispute, whatever was known of it before, and mails that to the owner, once. One that is open or
 * lost stops the renewal of the membership that was paid for, one that is won gives it back (`disputeJob`); a lost one is booked. One about a
 * payment that the portal does not know is ignored. Throws `conflict` while the membership is being charged.
 */
export async function applyDispute(
  portal: PaymentPortal,
  provider: string,
  dispute: ProviderDispute,
): Promise<void> {
  const { database } = portal;
  const { reference, status, amount, createdAt } = dispute;
  const payment = await findPaymentByReference(database, { provider, reference: dispute.payment });
  if (!payment) return;
  await database.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, payment.invoiceId);
    if (!invoice) return;
    const [before] = await tx.select().from(disputes).where(isDispute({ provider, reference }));
    if (before?.status === status) return;
    const { id: invoiceId } = invoice;
    await tx
      .insert(disputes)
      .values({ provider, reference, invoiceId, status, createdAt })
      .onConflictDoUpdate({ target: [disputes.provider, disputes.reference], set: { status } });
    const lost = before?.status === "lost" && (await findCreditNoteByReference(tx, reference));
    if (lost) await voidCreditNote(portal, tx, lost);
    const number = status === "lost" ? await bookLoss(portal, tx, invoice, dispute) : null;
    await portal.jobs.enqueue(tx, disputeJob, { invoiceId });
    await enqueueDispute(portal, tx, { invoiceId, amount, dispute: reference, status, number });
  });
}

/**
 * Gives back the paid time that a lost dispute had ended, once that dispute is won after all: as long as was left then. It does
 * not renew, since the member was informed that nothing more would be charged.
 */
async function restore(
  portal: TransactionPortal,
  tx: Database,
  { userId, invoice }: { userId: string; invoice: Invoice },
): Promise<void> {
  const now = portal.now();
  const { subscriptionId } = invoice;
  if (!subscriptionId || (await liveMembership(tx, userId, now))) return;
  const endedAt = (await lockSubscription(tx, subscriptionId))?.endedAt;
  const remaining = Number(runsUntil(invoice)) - Number(endedAt);
  if (!endedAt || remaining <= 0) return;
  const endsAt = new Date(now.getTime() + remaining);
  await updateInvoice(tx, invoice.id, { extendedUntil: endsAt });
  const changes = { status: "active", cancelAtPeriodEnd: true, stoppedByDispute: false } as const;
  await updateSubscription(tx, subscriptionId, { ...changes, endsAt, endedAt: null });
  const mail = { kind: "membership-cancelled", subscriptionId, invoiceId: null } as const;
  await enqueueMembershipMail(portal, tx, mail);
  const act = "membership-resumed";
  await recordAct(tx, { act, at: now, actor: providerActor, subjectId: userId });
}

/**
 * Stops the renewal of a membership while a payment for it is disputed, and after the dispute was lost. Gives back what was
 * taken once all its disputes are won; a membership that has ended meanwhile by itself stays ended.
 */
export async function followDisputes(portal: PaymentPortal, invoiceId: string): Promise<void> {
  const { database, now } = portal;
  const invoice = await findInvoice(database, invoiceId);
  const { userId, subscriptionId } = invoice ?? {};
  if (!invoice || !userId || !subscriptionId) return;
  const found = await database
    .select({ status: disputes.status })
    .from(disputes)
    .innerJoin(invoices, eq(invoices.id, disputes.invoiceId))
    .where(eq(invoices.subscriptionId, subscriptionId));
  const renews = found.length > 0 && found.every(({ status }) => status === "won");
  if (renews) {
    await database.transaction(async (tx) => {
      await lockUser(tx, userId);
      if (await claimEndedMembership(tx, invoiceId)) await restore(portal, tx, { userId, invoice });
    });
  }
  const bought = await findBought(database, userId, now());
  if (bought?.id !== subscriptionId) return;
  await database.transaction((tx) =>
    setRenewal(portal, tx, userId, { renews, actor: providerActor, byDispute: true }),
  );
}

export const handleDisputes = (portal: Portal): void =>
  portal.jobs.handle(disputeJob, ({ invoiceId }) => followDisputes(portal, invoiceId));
