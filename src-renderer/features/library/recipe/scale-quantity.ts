import type { Entry } from "../../../../src-shared/api/library.ts";

export type Ingredient = NonNullable<Entry["ingredients"]>[number];

/** The step that an amount of a unit is rounded to: what scales and spoons can measure. */
function stepOf(unit: Ingredient["unit"], amount: number): number {
  if (unit !== "g" && unit !== "ml") return 0.25;
  if (amount >= 100) return 5;
  return amount >= 10 ? 1 : 0.5;
}

/**
 * How much of an ingredient another number of servings takes, in its own unit. The recipe's own
 * number gives the recipe's own quantity; others are rounded to what can be measured, never to nothing.
 */
export function scaleQuantity(
  { quantity, unit }: Pick<Ingredient, "quantity" | "unit">,
  { from, to }: { from: number; to: number },
): number {
  if (to === from) return quantity;
  const amount = (quantity * to) / from;
  const step = stepOf(unit, amount);
  return Math.max(step, Math.round(amount / step) * step);
}
