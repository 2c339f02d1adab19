import { dayMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { creditNotes, payments, type CreditNote } from "../../ledger/module.ts";

export const insertCreditNote = (tx: Database, row: CreditNote) =>
  tx.insert(creditNotes).values(row);

export async function lockCreditNote(tx: Database, id: string): Promise<CreditNote | undefined> {
  const [row] = await tx.select().from(creditNotes).where(eq(creditNotes.id, id)).for("update");
  return row;
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

export const updateCreditNote = (
  tx: Database,
  id: string,
  changes: Partial<Pick<CreditNote, "status" | "providerReference" | "nextTryAt">>,
) => tx.update(creditNotes).set(changes).where(eq(creditNotes.id, id));

/**
 * Returns credit notes to be refunded again, and leases them: two processes do not try the same one. The lease is longer for
 * those that are older than a day.
 */
export const claimDueRefunds = (
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
    .where(
      or(
        lte(creditNotes.nextTryAt, now),
        // Given up by an earlier version of the portal.
        and(
          eq(creditNotes.status, "processing"),
          isNull(creditNotes.nextTryAt),
          isNull(creditNotes.providerReference),
        ),
      ),
    )
    .returning();

/** Returns credit notes of `until` or before whose refund the provider has accepted and not decided. */
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
