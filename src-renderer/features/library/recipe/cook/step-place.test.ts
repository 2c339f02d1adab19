import { expect, it } from "vitest";
import { placeOfStep, stepAtPlace } from "./step-place.ts";

const steps = (...texts: string[]) => texts.map((text, i) => ({ text, line: i + 1 }));
const recipe = steps("Chop.", "Stir.", "Bake.");

it("finds a step again: in the same recipe, in a changed one, and in a translation", () => {
  const place = placeOfStep(recipe, 2);
  expect(place).toMatchObject({ position: 2, length: 3 });
  expect(stepAtPlace(recipe, place)).toBe(2);
  expect(stepAtPlace(steps("Wash.", "Chop.", "Stir.", "Bake."), place)).toBe(3);
  expect(stepAtPlace(steps("Posiekaj.", "Zamieszaj.", "Upiecz."), place)).toBe(2);
});

it("finds none where it cannot tell", () => {
  expect(stepAtPlace(steps("Wash.", "Mix."), placeOfStep(recipe, 2))).toBeNull();
  expect(stepAtPlace(recipe, { position: 0, length: 3 })).toBeNull();
  expect(stepAtPlace(recipe, null)).toBeNull();
  expect(placeOfStep(recipe, 4)).toBeNull();
});
