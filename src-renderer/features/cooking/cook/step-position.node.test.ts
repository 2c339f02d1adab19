import { describe, expect, it } from "vitest";
import { readingPositionSchema } from "#shared/api/shelf.ts";
import { continueSearch } from "./continue-search.ts";
import { positionOfStep, stepAtPosition, stepInAddress } from "./step-position.ts";

const steps = (...texts: string[]) => texts.map((text, i) => ({ text, line: i + 1 }));
const recipe = steps("Chop.", "Stir.", "Bake.");

it("finds a step again: in the same recipe, in a changed one, and in a translation", () => {
  const place = positionOfStep(recipe, 2);
  expect(place).toMatchObject({ position: 2, length: 3 });
  expect(stepAtPosition(recipe, place)).toBe(2);
  expect(stepAtPosition(steps("Wash.", "Chop.", "Stir.", "Bake."), place)).toBe(3);
  expect(stepAtPosition(steps("Posiekaj.", "Zamieszaj.", "Upiecz."), place)).toBe(2);
});

it("finds none where it cannot tell", () => {
  expect(stepAtPosition(steps("Wash.", "Mix."), positionOfStep(recipe, 2))).toBeNull();
  expect(stepAtPosition(recipe, { position: 0, length: 3 })).toBeNull();
  expect(stepAtPosition(recipe, null)).toBeNull();
  expect(positionOfStep(recipe, 4)).toBeNull();
});

describe("the address that continues at a position", () => {
  const place = readingPositionSchema.parse(
    positionOfStep(recipe, 2, "?cook=1&portions=7&units=us&from=x"),
  );
  const stepIn = (changed: typeof recipe) =>
    stepInAddress(changed, new URLSearchParams(continueSearch(place)).get("cook") ?? "");

  it("leads to the same step after others were inserted or removed", () => {
    expect(stepIn(recipe)).toBe(2);
    expect(stepIn(steps("Wash.", "Chop.", "Stir.", "Bake."))).toBe(3);
    expect(stepIn(steps("Stir.", "Bake."))).toBe(1);
  });

  it("opens the ingredients of a recipe in which the position cannot be told", () => {
    expect(stepIn(steps("Wash."))).toBe(0);
  });

  it("keeps how the recipe was scaled, and nothing else of its address", () => {
    expect(continueSearch(place)).toMatch(/^\?portions=7&units=us&cook=2\.3\.[\w-]+$/);
    const hostile = positionOfStep(recipe, 2, "?portions=7%26cook%3D1&units=us&dog=<b>");
    expect(hostile?.search).toBe("units=us");
  });

  it("names a step by its number too, and none by anything else", () => {
    expect([stepInAddress(recipe, "3"), stepInAddress(recipe, "9")]).toEqual([3, 3]);
    expect([stepInAddress(recipe, ""), stepInAddress(recipe, "2.x")]).toEqual([null, null]);
  });
});
