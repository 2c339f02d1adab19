import type { Purchase } from "#shared/api/billing.ts";
import type { CreditNote } from "./schema.ts";
import type { Invoice } from "../schema.ts";
import { lineName } from "../invoices/invoice.ts";

/** Returns what a credit note pays back of each line, by the line's name. */
export const paidBackOf = (
  { lines, currency }: Pick<CreditNote, "lines" | "currency">,
  invoice: Pick<Invoice, "lines">,
): { name: string; amount: { amount: number; currency: string } }[] =>
  lines.map(({ sku, amount }) => ({ name: lineName(invoice, sku), amount: { amount, currency } }));

/** Returns a credit note as its invoice lists it. */
export function summaryOf(
  note: CreditNote,
  invoice: Pick<Invoice, "lines">,
): Purchase["creditNotes"][number] {
  const { id, number, amount, currency, createdAt } = note;
  return {
    id,
    number,
    amount: { amount, currency },
    issuedAt: createdAt.toISOString(),
    lines: paidBackOf(note, invoice),
  };
}
