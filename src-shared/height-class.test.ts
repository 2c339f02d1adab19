import { describe, expect, it } from "vitest";
import { heightClassOf } from "./height-class.ts";

describe("height classes", () => {
  it.each([
    [0.1, "extraSmall"],
    [30, "extraSmall"],
    [30.04, "extraSmall"],
    [30.05, "small"],
    [30.1, "small"],
    [35, "small"],
    [35.1, "medium"],
    [43, "medium"],
    [43.1, "intermediate"],
    [50, "intermediate"],
    [50.04, "intermediate"],
    [50.1, "large"],
    [90, "large"],
  ] as const)("puts %d cm into %s", (height, expected) => {
    expect(heightClassOf(height)).toBe(expected);
  });

  it.each([0, -1, 0.04, Number.NaN, Infinity, -Infinity])("refuses %d", (height) => {
    expect(() => heightClassOf(height)).toThrow(RangeError);
  });
});
