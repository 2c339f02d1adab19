import { randomUUID } from "node:crypto";
import {
  and,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  lt,
  lte,
  ne,
  notInArray,
  sql,
} from "drizzle-orm";
import type { Database } from "../../../infra/database/connect.ts";
import { runsUntil } from "../invoices/invoice.ts";
import { creditEntries, creditNotes, payments, type CreditNote } from "../payments/schema.ts";
import { invoices, type Invoice } from "../schema.ts";

export const insertCreditNote = (tx: Database, row: CreditNote) =>
  tx.insert(creditNotes).values(row);

/** Returns a credit note, locked until the transaction ends. */
export async function lockCreditNote(tx: Database, id: string): Promise<CreditNote | undefined> {
  const [row] = await tx.select().from(creditNotes).where(eq(creditNotes.id, id)).for("update");
  return row;
}

export const updateCreditNote = (
  tx: Database,
  id: string,
  changes: Partial<Pick<CreditNote, "status" | "providerReference" | "nextTryAt">>,
) => tx.update(creditNotes).set(changes).where(eq(creditNotes.id, id));

/**
 * Returns credit notes whose refund has no answer and is to be tried again, and moves their next try to
 * `leaseEnd`: two processes do not try the same one at once.
 */
export const claimDueRefunds = (
  database: Database,
  { now, leaseEnd }: { now: Date; leaseEnd: Date },
): Promise<CreditNote[]> =>
  database
    .update(creditNotes)
    .set({ nextTryAt: leaseEnd })
    .where(lte(creditNotes.nextTryAt, now))
    .returning();

/**
 * Returns credit notes of `until` or before whose refund the provider accepted and has not decided, with the
 * provider of the payment.
 */
export const findPendingRefunds = (
  database: Database,
  until: Date,
): Promise<(CreditNote & { provider: string })[]> =>
  database
    .select({ ...getTableColumns(creditNotes), provider: payments.provider })
    .from(creditNotes)
    .innerJoin(
      payments,
      and(eq(payments.invoiceId, creditNotes.invoiceId), eq(payments.status, "succeeded")),
    )
    .where(
      and(
        eq(creditNotes.status, "processing"),
        isNotNull(creditNotes.providerReference),
        lte(creditNotes.createdAt, until),
      ),
    );

/**
 * Returns how much of an invoice became credit when its period was changed before it was over, in minor
 * units: that part was used up, and cannot be paid back as well. Changes that are undone together with the
 * invoice do not count.
 */
export async function creditedByASwitch(
  tx: Database,
  invoice: Invoice,
  undone: readonly string[],
): Promise<number> {
  const { id, subscriptionId, periodStart } = invoice;
  const until = runsUntil(invoice);
  if (!subscriptionId || !periodStart || !until) return 0;
  const [row] = await tx
    .select({
      // What was used of the credit, and what was left over of it: see `chargeOf`.
      unused: sql<number>`coalesce(sum(${invoices.credit} + ${invoices.creditChange}), 0)::int`,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.reason, "switch"),
        eq(invoices.status, "paid"),
        ne(invoices.id, id),
        gte(invoices.periodStart, periodStart),
        lt(invoices.periodStart, until),
        notInArray(invoices.id, [...undone]),
      ),
    );
  return row?.unused ?? 0;
}

/** Gives the credit that an invoice used back to the account, once. */
export async function returnCredit(
  tx: Database,
  { id: invoiceId, userId, credit, creditChange, currency }: Invoice,
  now: Date,
): Promise<void> {
  if (credit === 0 || userId === null) return;
  const [row] = await tx
    .select({ sum: sql<number>`coalesce(sum(${creditEntries.amount}), 0)::int` })
    .from(creditEntries)
    .where(eq(creditEntries.invoiceId, invoiceId));
  if (row?.sum !== creditChange) return; // given back before
  const id = randomUUID();
  await tx
    .insert(creditEntries)
    .values({ id, userId, invoiceId, amount: credit, currency, createdAt: now });
}
