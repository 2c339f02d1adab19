import type { Database } from "#api/infra/database/connect.ts";
import type { Invoice } from "../schema.ts";
import { findWithdrawnAt } from "./withdrawn-store.ts";
import { summaryOf } from "./credit-note.ts";
import { findCreditNotes } from "./credit-note-store.ts";
import type { Corrections } from "../invoices/invoice.ts";

/** What a new invoice has. */
export const noCorrections: Corrections = { creditNotes: [], withdrawnAt: null };

/** Returns what became of invoices after they were paid, by invoice. */
export async function findCorrections(
  database: Database,
  rows: readonly Invoice[],
): Promise<(invoice: Invoice) => Corrections> {
  const ids = rows.map(({ id }) => id);
  const notes = await findCreditNotes(database, ids);
  const withdrawnAt = await findWithdrawnAt(database, ids);
  return (invoice) => ({
    creditNotes: notes
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map((note) => summaryOf(note, invoice)),
    withdrawnAt: withdrawnAt.get(invoice.id) ?? null,
  });
}
