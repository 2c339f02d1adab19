import { describe, expect, it } from "vitest";
import { median, quantile, rankSum } from "./bench-statistics.ts";

describe("the median", () => {
  it("is the middle value, whatever the order and the number of digits", () => {
    expect(median([100, 9, 20])).toBe(20);
  });

  it("lies between the two middle values of an even sample", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});

describe("a quantile", () => {
  it("is interpolated between two values", () => {
    expect(quantile([10, 20], 0.25)).toBe(12.5);
    expect(quantile([1, 2, 3, 4, 5], 0.75)).toBe(4);
  });

  it("of 0 and 1 is the minimum and the maximum", () => {
    expect([quantile([3, 1, 2], 0), quantile([3, 1, 2], 1)]).toEqual([1, 3]);
  });

  it("of an empty sample is an error", () => {
    expect(() => quantile([], 0.5)).toThrow("empty");
  });
});

describe("the rank sum", () => {
  it("is how often a value of the first sample is greater", () => {
    expect(rankSum([3, 4], [1, 2]).auc).toBe(1);
    expect(rankSum([1, 2], [3, 4]).auc).toBe(0);
    expect(rankSum([1, 4], [2, 3]).auc).toBe(0.5);
    expect(rankSum([2, 5, 6], [1, 3, 4]).auc).toBeCloseTo(7 / 9);
  });

  it("counts ties as half", () => {
    expect(rankSum([1, 1, 1], [1, 1]).auc).toBe(0.5);
    expect(rankSum([1, 2], [1, 1]).auc).toBe(0.75);
  });

  it("has a larger error for smaller samples", () => {
    const of = (count: number) => Array.from({ length: count }, (_, at) => at);
    expect(rankSum(of(300), of(300)).standardError).toBeCloseTo(0.0236, 4);
    expect(rankSum(of(1200), of(1200)).standardError).toBeCloseTo(0.0118, 4);
  });
});
