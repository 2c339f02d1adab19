import type { Receipt } from "#shared/api/receipts.ts";
import { allocate, type Line } from "../../catalogue/module.ts";
import type { RefundedPart } from "../corrections/schema.ts";

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

/**
 * Returns the taxes contained in a total by rate, highest first. The lines share the credit in proportion to
 * what is paid for them. The gross amounts add up to what the lines cost after discount and credit.
 */
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
  const asked = taxes.map(({ rate }) =>
    parts.reduce((sum, { sku, amount }) => sum + (rateOf(sku) === rate ? amount : 0), 0),
  );
  const left = taxes.map(({ gross }, index) => gross.amount - (before[index] ?? 0));
  let rest = 0;
  const shares = asked.map((amount, index) => {
    const share = Math.min(amount, left[index] ?? 0);
    rest += amount - share;
    return share;
  });
  return shares.map((share, index) => {
    const more = Math.min(rest, (left[index] ?? 0) - share);
    rest -= more;
    return share + more;
  });
}

/**
 * Returns the taxes contained in a refund that follows other refunds of the invoice. Refunds of all of it contain
 * what the invoice contains, however they were divided and rounded.
 */
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
