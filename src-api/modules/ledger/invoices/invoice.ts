import type { Purchase } from "#shared/api/billing.ts";
import { dayMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { findCreditNotes, findWithdrawnAt } from "../corrections/corrections-store.ts";
import type { CreditNote } from "../corrections/schema.ts";
import { paidStatuses, payableStatuses, type Invoice } from "../schema.ts";

/** What became of an invoice after it was paid. */
type Corrections = { creditNotes: Purchase["creditNotes"]; withdrawnAt: Date | null };

type Payable = Pick<Invoice, "status" | "expiresAt">;

/** How long an invoice can be paid. */
export const checkoutLifeMs = dayMs;

/** Returns the latest opening time of invoices that have expired. */
export const lastExpired = (now: Date): Date => new Date(now.getTime() - checkoutLifeMs);

const includes = (statuses: readonly string[], { status }: { status: string }) =>
  statuses.includes(status);

/** Returns the status now: an invoice that was not paid in time has expired. */
export const invoiceStatus = (invoice: Payable, now: Date): Purchase["status"] =>
  includes(payableStatuses, invoice) && invoice.expiresAt <= now ? "expired" : invoice.status;

/** Returns whether an invoice can be paid now, for the first time or again with another card. */
export const isPayable = (invoice: Payable, now: Date): boolean =>
  includes(payableStatuses, invoice) && invoice.expiresAt > now;

/** Returns whether the payment was taken, settled or not. */
export const isPaid = (invoice: Payable): boolean => includes(paidStatuses, invoice);

/** Returns whether a paid invoice is for a membership that could no longer be had: all of it is paid back. */
export const isOrphanedPayment = ({
  period,
  periodStart,
}: Pick<Invoice, "period" | "periodStart">) => period !== null && periodStart === null;

/** Returns until when the membership runs by an invoice: to the end of what it pays, or longer by free days of an admin. */
export const runsUntil = ({
  periodEnd,
  extendedUntil,
}: Pick<Invoice, "periodEnd" | "extendedUntil">): Date | null => extendedUntil ?? periodEnd;

/** Returns the time of a membership that an invoice pays, as its receipt says; null where there is none. */
export const coverOf = ({
  periodStart,
  periodEnd,
}: Pick<Invoice, "periodStart" | "periodEnd">): Purchase["covers"] =>
  periodStart && periodEnd
    ? { from: periodStart.toISOString(), until: periodEnd.toISOString() }
    : null;

/** Returns the name of the line with a SKU, in the language it was bought in. */
export const lineName = ({ lines }: Pick<Invoice, "lines">, sku: string): string =>
  lines.find((line) => line.sku === sku)?.name ?? sku;

/** Returns an invoice as its buyer sees it; names are in the language it was bought in. */
export function presentPurchase(
  row: Invoice,
  {
    now,
    paymentUrl,
    creditNotes,
    withdrawnAt,
  }: { now: Date; paymentUrl: string | null } & Corrections,
): Purchase {
  return {
    id: row.id,
    reason: row.reason,
    status: invoiceStatus(row, now),
    lines: row.lines,
    discount: row.discount,
    credit: { amount: row.credit, currency: row.currency },
    total: { amount: row.total, currency: row.currency },
    covers: coverOf(row),
    creditNotes,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    receiptNumber: row.receiptNumber,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    paymentUrl,
  };
}

/** Returns what a credit note pays back of each line, by the line's name. */
export const paidBackOf = (
  { lines, currency }: Pick<CreditNote, "lines" | "currency">,
  invoice: Pick<Invoice, "lines">,
): { name: string; amount: { amount: number; currency: string } }[] =>
  lines.map(({ sku, amount }) => ({ name: lineName(invoice, sku), amount: { amount, currency } }));

function summaryOf(
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

/** What a new invoice has. */
export const noCorrections: Corrections = { creditNotes: [], withdrawnAt: null };

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
