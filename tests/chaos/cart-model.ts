import { maxQuantity } from "#shared/api/cart.ts";

/** An item of the expected cart. */
export type CartLine = { sku: string; quantity: number };

/** Returns the cart with one more of an extra, which moves to the end. */
export function withOneMore(lines: readonly CartLine[], sku: string): CartLine[] {
  const known = lines.find((line) => line.sku === sku)?.quantity ?? 0;
  const quantity = Math.min(known + 1, maxQuantity);
  return [...lines.filter((line) => line.sku !== sku), { sku, quantity }];
}

/** Returns the cart with the given quantity of an item; 0 removes it. */
export const withQuantity = (
  lines: readonly CartLine[],
  sku: string,
  quantity: number,
): CartLine[] =>
  lines.flatMap((line) => (line.sku !== sku ? [line] : quantity > 0 ? [{ sku, quantity }] : []));

export const totalOf = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
