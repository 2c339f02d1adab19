import { and, eq, gte, lt, ne, notInArray, sql } from "drizzle-orm";
import type { Database } from "#api/infra/database/connect.ts";
import { allocate, type Line } from "../../catalogue/module.ts";
import { findReturned } from "./credit-store.ts";
import type { CreditNote, RefundedPart } from "./schema.ts";
import { invoices, type Invoice } from "../schema.ts";
import { paidFor } from "../invoices/amounts.ts";
import { findCreditNotes } from "./credit-note-store.ts";
import { isOrphanedPayment, runsUntil } from "../invoices/invoice.ts";

/** What was really paid for a line of an invoice, and what is left of it; minor units. */
export type PaidLine = Pick<Line, "sku" | "kind"> & {
  /** Charged for it, after its shares of discount and credit. */
  charged: number;
  /** What of that can still be paid back. */
  left: number;
  /** What it cost after its discount, by charge and by credit, less all that was given back in either way. */
  held: number;
};

/** Divides a refund among lines: extras come first, the membership last. */
export function divideRefund(lines: readonly PaidLine[], amount: number): RefundedPart[] {
  const extrasFirst = lines.toSorted(
    (a, b) => Number(a.kind === "membership") - Number(b.kind === "membership"),
  );
  let rest = amount;
  return extrasFirst.flatMap(({ sku, left }) => {
    const part = Math.min(rest, left);
    rest -= part;
    return part > 0 ? [{ sku, amount: part }] : [];
  });
}

/** Takes a credit note off the lines that it names; one from before notes named lines, off extras first. */
function lessNote(
  lines: PaidLine[],
  { lines: named, amount }: Pick<CreditNote, "lines" | "amount">,
): PaidLine[] {
  const parts = named.length > 0 ? named : divideRefund(lines, amount);
  return lines.map((line) => {
    const part = parts.find(({ sku }) => sku === line.sku)?.amount ?? 0;
    return { ...line, left: line.left - part, held: line.held - part };
  });
}

/** Returns the lines of an invoice as they are paid, before anything is given back. A charge that pays for nothing takes no credit. */
export function chargedLines(invoice: Invoice): PaidLine[] {
  const { lines, credit } = invoice;
  const costs = lines.map(paidFor);
  const credits = allocate(credit, costs);
  return lines.map(({ sku, kind }, index) => {
    const cost = costs[index] ?? 0;
    const charged = cost - (credits[index] ?? 0);
    return { sku, kind, charged, left: charged, held: isOrphanedPayment(invoice) ? charged : cost };
  });
}

/**
 * Returns how much of an invoice became credit when its period was changed before it was over, in minor
 * units: that part was used up, and cannot be paid back as well. Changes that are undone together with the
 * invoice do not count.
 */
async function creditedByASwitch(
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

/**
 * Returns what was really paid for each line of an invoice, and what is left of it after credit notes, returned
 * credit and changes of the period: the one source for refunds, ends, switches and withdrawals. Empty for an
 * invoice that is not paid.
 *
 * @param undone changes of the period that are undone together with the invoice
 */
export async function findPaidLines(
  database: Database,
  invoice: Invoice,
  undone: readonly string[] = [],
): Promise<PaidLine[]> {
  if (invoice.status !== "paid") return [];
  const notes = await findCreditNotes(database, [invoice.id]);
  const lines = notes.reduce(lessNote, chargedLines(invoice));
  const credited = await creditedByASwitch(database, invoice, undone);
  const returned = await findReturned(database, invoice);
  return lines.map((line) => {
    if (line.kind !== "membership") return line;
    const left = Math.max(0, line.left - credited);
    return { ...line, left, held: Math.max(left, line.held - credited - returned) };
  });
}

/** Returns the membership among the lines, or undefined. */
export const paidMembership = (lines: readonly PaidLine[]): PaidLine | undefined =>
  lines.find(({ kind }) => kind === "membership");

/** Returns what can still be paid back of lines, in minor units. */
export const remainingOf = (lines: readonly PaidLine[]): number =>
  lines.reduce((sum, { left }) => sum + left, 0);
