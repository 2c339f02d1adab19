import { describe, expect, it } from "vitest";
import { scaleQuantity, type Ingredient } from "./scale-quantity.ts";

type Case = [quantity: number, unit: Ingredient["unit"], from: number, to: number, wanted: number];

describe("the quantity for another number of servings", () => {
  it.each<Case>([
    [333, "g", 12, 12, 333],
    [500, "g", 20, 30, 750],
    [500, "g", 20, 7, 175],
    [150, "g", 12, 1, 13],
    [100, "g", 12, 1, 8.5],
    [1500, "ml", 24, 25, 1565],
    [50, "ml", 6, 1, 8.5],
    [2, "pc", 20, 30, 3],
    [2, "pc", 20, 25, 2.5],
    [1, "pc", 20, 1, 0.25],
    [1, "tsp", 8, 1, 0.25],
    [1, "tbsp", 20, 30, 1.5],
    [1, "tbsp", 3, 4, 1.25],
  ])("%d %s for %d, made for %d, is %d", (quantity, unit, from, to, wanted) => {
    expect(scaleQuantity({ quantity, unit }, { from, to })).toBe(wanted);
  });
});
