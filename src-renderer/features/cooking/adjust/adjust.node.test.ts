import { describe, expect, it } from "vitest";
import {
  cookedPortions,
  dailyEnergy,
  factorByWeight,
  parseMeasure,
  portionsADay,
  weightRange,
} from "./dog-energy.ts";
import { factorOfTins, shapeOf } from "./by-tin.tsx";

const supper = { kcal: 250, dayShare: 0.4, daysAWeek: 2 };
const treats = { kcal: 70, dayShare: 0.08, daysAWeek: 3 };

describe("a dog of 12 kg", () => {
  it("needs 70 · 12^0.75 kcal a day, times its activity", () => {
    expect(dailyEnergy(12, "everyday")).toBeCloseTo(722, 0);
    expect(dailyEnergy(12, "sport")).toBeCloseTo(903, 0);
  });

  it("gets its share of a recipe", () => {
    expect(portionsADay(12, "everyday", supper)).toBeCloseTo(1.16, 2);
    expect(cookedPortions(2 * portionsADay(12, "everyday", supper))).toBe(2.5);
    expect(cookedPortions(3 * portionsADay(12, "everyday", treats))).toBe(2.5);
  });
});

it("a dog of the assumed weight gets the recipe as it is written, a small one at least half a portion", () => {
  expect(factorByWeight(20)).toBe(1);
  expect(factorByWeight(40)).toBeCloseTo(1.68, 2);
  expect(cookedPortions(0.1)).toBe(0.5);
});

it.each<[string, number | null]>([
  ["12", 12],
  [" 12,5 kg", 12.5],
  ["0.4", null],
  ["121", null],
  ["twelve", null],
  ["-3", null],
  ["", null],
])("reads the weight %s", (text, wanted) => {
  expect(parseMeasure(text, weightRange)).toBe(wanted);
});

it("tins scale by their area", () => {
  expect(factorOfTins({ length: 20, width: 20 }, { diameter: 24 })).toBeCloseTo(1.131, 3);
  expect(factorOfTins({ length: 25, width: 20 }, { length: 25, width: 20 })).toBe(1);
  expect(factorOfTins({ diameter: 20 }, { diameter: 28 })).toBeCloseTo(1.96, 2);
  expect([
    shapeOf({ length: 20, width: 20 }),
    shapeOf({ length: 25, width: 20 }),
    shapeOf({ diameter: 9 }),
  ]).toEqual(["square", "rectangle", "round"]);
});
