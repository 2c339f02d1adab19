import { providerActor } from "../../infra/audit/record-act.ts";
import type { Database } from "../../infra/database/connect.ts";
import { and, asc, eq, getTableColumns, like, type SQL } from "../../infra/database/drizzle.ts";
import type { ProviderDispute } from "../../infra/payment-provider.ts";
import type { PaymentPortal } from "../../portal.ts";
import { findPaymentByReference, invoices, lockInvoice, type Invoice } from "../ledger/module.ts";
import { enqueueMembershipMail } from "../membership/module.ts";
import { disputeJob, enqueueDispute } from "./payment-mail.ts";
import { beginRefund } from "./refunds/begin-refund.ts";
import { hasEnded } from "./refunds/provider-refunds.ts";
import { findCreditNoteByReference, updateCreditNote } from "./refunds/refund-store.ts";
import { disputes } from "./schema.ts";

type Dispute = typeof disputes.$inferSelect;

const isDispute = ({ provider, reference }: Pick<Dispute, "provider" | "reference">) =>
  and(eq(disputes.provider, provider), eq(disputes.reference, reference));

const findWhere = (database: Database, condition: SQL): Promise<Dispute[]> =>
  database
    .select(getTableColumns(disputes))
    .from(disputes)
    .innerJoin(invoices, eq(invoices.id, disputes.invoiceId))
    .where(condition);

/** Returns the disputes about payments for a membership. */
export const findDisputesOf = (database: Database, subscriptionId: string): Promise<Dispute[]> =>
  findWhere(database, eq(invoices.subscriptionId, subscriptionId));

/** Returns the disputes about what a user has paid. */
export const findDisputesBy = (database: Database, userId: string): Promise<Dispute[]> =>
  findWhere(database, eq(invoices.userId, userId));

/** Returns whether a lost dispute about an invoice, which is won now, had ended its membership; the first time only. */
export async function claimEndedMembership(tx: Database, invoiceId: string): Promise<boolean> {
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

/** Returns the oldest dispute of a provider that is not decided yet. */
export async function findOldestOpen(
  database: Database,
  provider: string,
): Promise<Dispute | undefined> {
  const [row] = await database
    .select()
    .from(disputes)
    .where(and(eq(disputes.provider, provider), eq(disputes.status, "open")))
    .orderBy(asc(disputes.createdAt))
    .limit(1);
  return row;
}

/**
 * Books the money that a lost dispute has taken as a credit note; without a mail to the buyer, whom the bank has paid. Like a
 * refund, it ends the membership whose present period was paid with all of it. Returns the number of the note; null without one.
 */
async function bookLoss(
  portal: PaymentPortal,
  tx: Database,
  invoice: Invoice,
  { reference, amount }: ProviderDispute,
): Promise<string | null> {
  const earlier = await findCreditNoteByReference(tx, reference);
  if (earlier) {
    await updateCreditNote(tx, earlier.id, { status: "succeeded" });
    return earlier.number;
  }
  const hadEnded = await hasEnded(tx, invoice);
  const begun = await beginRefund(
    tx,
    {
      invoiceId: invoice.id,
      amount,
      reason: "refund",
      note: "A dispute of the payment was lost.",
      made: { reference, status: "succeeded" },
      actor: providerActor,
    },
    portal,
  );
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

/** A lost dispute that is won after all: the credit note is void. */
async function undoLoss(tx: Database, { reference }: ProviderDispute): Promise<void> {
  const note = await findCreditNoteByReference(tx, reference);
  if (note) await updateCreditNote(tx, note.id, { status: "failed" });
}

/**
 * Gives a dispute that an earlier version mailed about, and of which it stored only the invoice (migration 0012), its reference.
 */
async function nameKnown(
  tx: Database,
  { provider, reference, invoiceId, createdAt }: Omit<Dispute, "status" | "endedMembership">,
): Promise<void> {
  const [named] = await tx.select().from(disputes).where(isDispute({ provider, reference }));
  if (named) return;
  const [known] = await tx
    .select()
    .from(disputes)
    .where(
      and(
        eq(disputes.provider, provider),
        eq(disputes.invoiceId, invoiceId),
        like(disputes.reference, "told-%"),
      ),
    )
    .orderBy(asc(disputes.createdAt))
    .limit(1);
  if (known) await tx.update(disputes).set({ reference, createdAt }).where(isDispute(known));
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
    await nameKnown(tx, { provider, reference, invoiceId: invoice.id, createdAt });
    const [before] = await tx.select().from(disputes).where(isDispute({ provider, reference }));
    if (before?.status === status) return;
    const { id: invoiceId } = invoice;
    await tx
      .insert(disputes)
      .values({ provider, reference, invoiceId, status, createdAt })
      .onConflictDoUpdate({ target: [disputes.provider, disputes.reference], set: { status } });
    if (before?.status === "lost") await undoLoss(tx, dispute);
    const number = status === "lost" ? await bookLoss(portal, tx, invoice, dispute) : null;
    await portal.jobs.enqueue(tx, disputeJob, { invoiceId });
    await enqueueDispute(portal, tx, { invoiceId, amount, dispute: reference, status, number });
  });
}
