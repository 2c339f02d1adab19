import type { Entry } from "../../../../src-shared/api/library.ts";

export type Ingredient = NonNullable<Entry["ingredients"]>[number];

/** Returns the step to round an amount to: what scales and spoons can measure. */
function stepOf(unit: Ingredient["unit"], amount: number): number {
  if (unit !== "g" && unit !== "ml") return 0.25;
  if (amount >= 100) return 5;
  return amount >= 10 ? 1 : 0.5;
}

/**
 * Returns the quantity of an ingredient for another number of servings, in its own unit. It is rounded
 * to a measurable amount above zero, except for the recipe's own number of servings.
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
