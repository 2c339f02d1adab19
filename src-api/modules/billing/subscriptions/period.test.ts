import { expect, test } from "vitest";
import { periodEnd } from "./period.ts";

test.each([
  ["an ordinary month", "2026-03-01T12:00:00Z", "monthly", 1, "2026-04-01T12:00:00.000Z"],
  ["31 January in a common year", "2026-01-31T08:30:00Z", "monthly", 1, "2026-02-28T08:30:00.000Z"],
  ["31 January in a leap year", "2028-01-31T08:30:00Z", "monthly", 1, "2028-02-29T08:30:00.000Z"],
  ["two months after 31 January", "2026-01-31T08:30:00Z", "monthly", 2, "2026-03-31T08:30:00.000Z"],
  ["over the end of the year", "2026-12-31T23:59:59Z", "monthly", 2, "2027-02-28T23:59:59.000Z"],
  ["an ordinary year", "2026-03-01T12:00:00Z", "yearly", 1, "2027-03-01T12:00:00.000Z"],
  ["a year after 29 February", "2028-02-29T00:00:00Z", "yearly", 1, "2029-02-28T00:00:00.000Z"],
  ["four years after it", "2028-02-29T00:00:00Z", "yearly", 4, "2032-02-29T00:00:00.000Z"],
  ["a change to summer time", "2026-03-15T23:30:00Z", "monthly", 1, "2026-04-15T23:30:00.000Z"],
] as const)("a period ends on the right day: %s", (_, start, period, count, end) => {
  expect(periodEnd(new Date(start), period, count).toISOString()).toBe(end);
});
