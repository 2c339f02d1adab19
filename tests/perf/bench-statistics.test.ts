import { describe, expect, it } from "vitest";
import { median, quantile } from "./bench-statistics.ts";

describe("the median", () => {
  it("is the value in the middle, whatever the order and the digits", () => {
    expect(median([100, 9, 20])).toBe(20);
  });

  it("lies between the two in the middle of an even sample", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});

describe("a quantile", () => {
  it("lies between two values in proportion", () => {
    expect(quantile([10, 20], 0.25)).toBe(12.5);
    expect(quantile([1, 2, 3, 4, 5], 0.75)).toBe(4);
  });

  it("of 0 and 1 is the least and the greatest", () => {
    expect([quantile([3, 1, 2], 0), quantile([3, 1, 2], 1)]).toEqual([1, 3]);
  });

  it("is refused for no values at all", () => {
    expect(() => quantile([], 0.5)).toThrow("empty");
  });
});
