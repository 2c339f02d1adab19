import { maxQuantity } from "../../src-shared/api/cart.ts";

/** An item of the cart, as the walk knows it. */
export type CartLine = { sku: string; quantity: number };

/** The cart after one more of an extra, which stands last then. */
export function withOneMore(lines: readonly CartLine[], sku: string): CartLine[] {
  const known = lines.find((line) => line.sku === sku)?.quantity ?? 0;
  const quantity = Math.min(known + 1, maxQuantity);
  return [...lines.filter((line) => line.sku !== sku), { sku, quantity }];
}

/** The cart with that many of an item; 0 removes it. */
export const withQuantity = (
  lines: readonly CartLine[],
  sku: string,
  quantity: number,
): CartLine[] =>
  lines.flatMap((line) => (line.sku !== sku ? [line] : quantity > 0 ? [{ sku, quantity }] : []));

export const totalOf = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
