import { and, asc, eq, inArray, ne } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import { creditNotes, type CreditNote } from "./schema.ts";

/** Returns the credit notes of invoices, oldest first, without those whose refund was refused. */
export async function findCreditNotes(
  database: Database,
  invoiceIds: string[],
): Promise<CreditNote[]> {
  if (invoiceIds.length === 0) return [];
  return database
    .select()
    .from(creditNotes)
    .where(and(inArray(creditNotes.invoiceId, invoiceIds), ne(creditNotes.status, "failed")))
    .orderBy(asc(creditNotes.createdAt), asc(creditNotes.number));
}

/** Returns a credit note, whoever it belongs to. */
export async function findCreditNote(
  database: Database,
  id: string,
): Promise<CreditNote | undefined> {
  const [row] = await database.select().from(creditNotes).where(eq(creditNotes.id, id));
  return row;
}
