import type { Receipt } from "#shared/api/receipts.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { allocate, type Line } from "./prices.ts";
import { creditedByASwitch, findCreditNotes, findReturned } from "./corrections.ts";
import type { CreditNote, Invoice, RefundedPart } from "./schema.ts";
import { isOrphanedPayment, runsUntil } from "./invoices.ts";

/** What is paid for a line after its share of the discount, in minor units. */
export const paidFor = ({ total, discount = 0 }: Line): number => total.amount - discount;

/** Tax contained in a gross amount, in minor units: half a unit is rounded up. */
const taxIn = (gross: number, rate: number): number =>
  Math.floor((gross * rate * 2 + (10_000 + rate)) / (2 * (10_000 + rate)));

function taxAt(rate: number, gross: number, currency: string): Receipt["taxes"][number] {
  const tax = taxIn(gross, rate);
  return {
    rate,
    net: { amount: gross - tax, currency },
    tax: { amount: tax, currency },
    gross: { amount: gross, currency },
  };
}

/** Returns the taxes in a total by rate, highest first. The lines share the credit in proportion. */
export function taxesIn(lines: readonly Line[], credit: number): Receipt["taxes"] {
  const amounts = lines.map(paidFor);
  const credits = allocate(credit, amounts);
  const byRate = new Map<number, number>();
  lines.forEach(({ taxRate }, index) => {
    if (taxRate === undefined) return;
    const gross = (amounts[index] ?? 0) - (credits[index] ?? 0);
    byRate.set(taxRate, (byRate.get(taxRate) ?? 0) + gross);
  });
  const currency = lines[0]?.total.currency ?? "";
  return [...byRate]
    .toSorted(([a], [b]) => b - a)
    .map(([rate, gross]) => taxAt(rate, gross, currency));
}

/** What was sold, and the taxes contained in it. */
type Sold = { sold: readonly Line[]; taxes: Receipt["taxes"]; currency: string };

/** Adds up the gross amounts at a rate, in minor units. */
const grossAt = (rate: number, taxes: Receipt["taxes"]): number =>
  taxes.reduce((sum, tax) => sum + (tax.rate === rate ? tax.gross.amount : 0), 0);

/** Divides a refund by the rates of its lines; more than is left at a rate goes to the others. */
function grossesOf(
  { sold, taxes }: Sold,
  parts: readonly RefundedPart[],
  before: readonly number[],
): number[] {
  const rateOf = (sku: string) => sold.find((line) => line.sku === sku)?.taxRate;
  const requested = taxes.map(({ rate }) =>
    parts.reduce((sum, { sku, amount }) => sum + (rateOf(sku) === rate ? amount : 0), 0),
  );
  const remaining = taxes.map(({ gross }, index) => gross.amount - (before[index] ?? 0));
  let rest = 0;
  const shares = requested.map((amount, index) => {
    const share = Math.min(amount, remaining[index] ?? 0);
    rest += amount - share;
    return share;
  });
  return shares.map((share, index) => {
    const more = Math.min(rest, (remaining[index] ?? 0) - share);
    rest -= more;
    return share + more;
  });
}

/** Returns the taxes in a refund after others. All refunds together contain what the invoice contains. */
export function taxesOfRefund(
  invoice: Sold,
  parts: readonly RefundedPart[],
  earlier: readonly { taxes: Receipt["taxes"] }[],
): Receipt["taxes"] {
  const { taxes, currency } = invoice;
  const before = taxes.map(({ rate }) =>
    earlier.reduce((sum, note) => sum + grossAt(rate, note.taxes), 0),
  );
  const shares = grossesOf(invoice, parts, before);
  return taxes.map(({ rate }, index) => {
    const until = before[index] ?? 0;
    const earlierTax = taxAt(rate, until, currency);
    const allTax = taxAt(rate, until + (shares[index] ?? 0), currency);
    const share = (part: "net" | "tax" | "gross") => ({
      amount: allTax[part].amount - earlierTax[part].amount,
      currency,
    });
    return { rate, net: share("net"), tax: share("tax"), gross: share("gross") };
  });
}

/** What was really paid for a line of an invoice, and what is left of it; minor units. */
export type PaidLine = Pick<Line, "sku" | "kind"> & {
  /** Charged for it, after its shares of discount and credit. */
  charged: number;
  /** What of that can still be paid back. */
  refundable: number;
  /** What it cost after its discount, by charge and by credit, less all that was given back in either way. */
  held: number;
};

/** Divides a refund among lines: extras come first, the membership last. */
export function divideRefund(lines: readonly PaidLine[], amount: number): RefundedPart[] {
  const extrasFirst = lines.toSorted(
    (a, b) => Number(a.kind === "membership") - Number(b.kind === "membership"),
  );
  let rest = amount;
  return extrasFirst.flatMap(({ sku, refundable }) => {
    const part = Math.min(rest, refundable);
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
    return { ...line, refundable: line.refundable - part, held: line.held - part };
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
    return {
      sku,
      kind,
      charged,
      refundable: charged,
      held: isOrphanedPayment(invoice) ? charged : cost,
    };
  });
}

/** Returns the lines of an invoice with what was charged for them and not paid back, whatever else has become of it. */
export const findUnrefundedLines = async (
  database: Database,
  invoice: Invoice,
): Promise<PaidLine[]> =>
  (await findCreditNotes(database, [invoice.id])).reduce(lessNote, chargedLines(invoice));

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
  const lines = await findUnrefundedLines(database, invoice);
  const until = runsUntil(invoice);
  const credited = await creditedByASwitch(database, invoice, { until, undone });
  const returned = await findReturned(database, invoice);
  return lines.map((line) => {
    if (line.kind !== "membership") return line;
    const refundable = Math.max(0, line.refundable - credited);
    return { ...line, refundable, held: Math.max(refundable, line.held - credited - returned) };
  });
}

export const paidMembership = (lines: readonly PaidLine[]): PaidLine | undefined =>
  lines.find(({ kind }) => kind === "membership");

/** Returns what can still be paid back of lines, in minor units. */
export const remainingOf = (lines: readonly PaidLine[]): number =>
  lines.reduce((sum, { refundable }) => sum + refundable, 0);
