import type { Receipt } from "../../../../src-shared/api/receipts.ts";
import type { Money } from "../../../../src-shared/money.ts";
import type { Line } from "../checkout/cart-lines.ts";

/**
 * Divides an amount in proportion to weights: whole minor units that add up to it. What rounding leaves
 * goes to the largest remainders, the first ones where these are equal.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((amount * weight) / sum));
  const remainders = weights.map((weight, index) => ({ index, left: (amount * weight) % sum }));
  const missing = amount - shares.reduce((total, share) => total + share, 0);
  remainders.sort((a, b) => b.left - a.left || a.index - b.index);
  const lucky = new Set(remainders.slice(0, missing).map(({ index }) => index));
  return shares.map((share, index) => share + (lucky.has(index) ? 1 : 0));
}

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

/**
 * Returns the taxes contained in a part of an invoice's total, such as a refund, that follows other parts. All
 * parts together contain what the total contains, however they were rounded.
 *
 * @param before sum of the parts before this one, in minor units
 */
export function taxesOfPart(
  taxes: Receipt["taxes"],
  { amount, currency }: Money,
  before: number,
): Receipt["taxes"] {
  const grosses = taxes.map(({ gross }) => gross.amount);
  const [sharesBefore, shares] = [allocate(before, grosses), allocate(before + amount, grosses)];
  return taxes.map(({ rate }, index) => {
    const earlier = taxAt(rate, sharesBefore[index] ?? 0, currency);
    const all = taxAt(rate, shares[index] ?? 0, currency);
    const share = (part: "net" | "tax" | "gross") => ({
      amount: all[part].amount - earlier[part].amount,
      currency,
    });
    return { rate, net: share("net"), tax: share("tax"), gross: share("gross") };
  });
}
