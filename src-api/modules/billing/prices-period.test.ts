import { expect, test } from "vitest";
import { nextPeriodEnd, periodEnd } from "./prices.ts";

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

test.each([
  ["31 January", "2026-01-31", "monthly", "02-28 03-31 04-30 05-31 06-30 07-31 08-31 09-30 10-31"],
  ["31 January of a leap year", "2028-01-31", "monthly", "02-29 03-31 04-30"],
  ["30 January", "2026-01-30", "monthly", "02-28 03-30 04-30"],
  ["29 January", "2027-01-29", "monthly", "02-28 03-29 04-29"],
  ["29 February", "2028-02-29", "monthly", "03-29 04-29 05-29"],
  [
    "31 October, over the end of the year",
    "2026-10-31",
    "monthly",
    "11-30 12-31 01-31 02-28 03-31",
  ],
  ["31 December", "2026-12-31", "monthly", "01-31 02-28 03-31"],
  ["29 February, yearly", "2028-02-29", "yearly", "02-28 02-28 02-28 02-29 02-28"],
  ["1 January, yearly", "2026-01-01", "yearly", "01-01 01-01 01-01"],
] as const)("periods follow each other from the same day: %s", (_, day, period, ends) => {
  const anchor = new Date(`${day}T23:30:00Z`);
  let end = anchor;
  const found = ends.split(" ").map(() => {
    end = nextPeriodEnd(anchor, period, end);
    return end.toISOString().slice(5, 10);
  });
  expect(found.join(" ")).toBe(ends);
});

test("monthly periods after yearly ones end on the day of the first one", () => {
  const anchor = new Date("2028-02-29T12:00:00Z");
  const year = nextPeriodEnd(anchor, "yearly", anchor);
  expect(year.toISOString()).toBe("2029-02-28T12:00:00.000Z");
  const month = nextPeriodEnd(anchor, "monthly", year);
  expect(month.toISOString()).toBe("2029-03-29T12:00:00.000Z");
});
