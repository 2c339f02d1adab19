import { expect, test } from "vitest";
import { hourMs } from "#shared/durations.ts";
import { creditFor } from "./switch.ts";

/** Paid, first day, day after the last one, time of the change, credit. */
const table: [number, string, string, string, number][] = [
  // 31 days
  [900, "2026-03-01", "2026-04-01", "2026-03-01T12:00:00.000Z", 900],
  [900, "2026-03-01", "2026-04-01", "2026-03-02T11:59:59.999Z", 900],
  [900, "2026-03-01", "2026-04-01", "2026-03-02T12:00:00.000Z", 871],
  [900, "2026-03-01", "2026-04-01", "2026-03-15T12:00:00.000Z", 494],
  [900, "2026-03-01", "2026-04-01", "2026-03-31T12:00:00.000Z", 30],
  [900, "2026-03-01", "2026-04-01", "2026-04-01T11:59:59.999Z", 30],
  // 30 days
  [900, "2026-04-01", "2026-05-01", "2026-04-01T12:00:01.000Z", 900],
  [900, "2026-04-01", "2026-05-01", "2026-04-15T12:00:00.000Z", 480],
  [900, "2026-04-01", "2026-05-01", "2026-04-30T12:00:00.000Z", 30],
  // 28 days
  [900, "2026-02-01", "2026-03-01", "2026-02-01T12:00:01.000Z", 900],
  [900, "2026-02-01", "2026-03-01", "2026-02-15T12:00:00.000Z", 450],
  [900, "2026-02-01", "2026-03-01", "2026-02-28T12:00:00.000Z", 33],
  // 29 days
  [900, "2028-02-01", "2028-03-01", "2028-02-01T12:00:01.000Z", 900],
  [900, "2028-02-01", "2028-03-01", "2028-02-15T12:00:00.000Z", 466],
  [900, "2028-02-01", "2028-03-01", "2028-02-29T12:00:00.000Z", 32],
  // over the end of a year, from 31 January, and a change to summer time
  [900, "2026-12-15", "2027-01-15", "2027-01-01T12:00:00.000Z", 407],
  [900, "2026-01-31", "2026-02-28", "2026-02-14T12:00:00.000Z", 450],
  [900, "2026-03-15", "2026-04-15", "2026-03-30T12:00:00.000Z", 465],
  // half a price, a cent, and nothing at all
  [450, "2026-03-01", "2026-04-01", "2026-03-15T12:00:00.000Z", 247],
  [1, "2026-03-01", "2026-04-01", "2026-03-31T12:00:00.000Z", 1],
  [0, "2026-03-01", "2026-04-01", "2026-03-15T12:00:00.000Z", 0],
  // before and after the period
  [900, "2026-03-01", "2026-04-01", "2026-02-27T12:00:00.000Z", 900],
  [900, "2026-03-01", "2026-04-01", "2026-04-01T12:00:00.000Z", 0],
  [900, "2026-03-01", "2026-04-01", "2026-04-02T12:00:00.000Z", 0],
];

test.each(table)("of %i paid from %s to %s, unused at %s: %i", (paid, from, until, now, credit) => {
  const noon = (day: string) => new Date(`${day}T12:00:00Z`);
  const period = { from: noon(from), until: noon(until) };
  expect(creditFor(paid, period, new Date(now))).toBe(credit);
});

test("credit falls from what was paid to nothing, and is never less than the share of the time left", () => {
  const from = new Date("2026-03-01T12:00:00Z");
  const until = new Date("2026-04-01T12:00:00Z");
  const length = until.getTime() - from.getTime();
  let before = 899;
  for (let at = from.getTime(); at <= until.getTime(); at += hourMs) {
    const credit = creditFor(899, { from, until }, new Date(at));
    expect(credit).toBeLessThanOrEqual(before);
    expect(credit).toBeGreaterThanOrEqual((899 * (until.getTime() - at)) / length);
    before = credit;
  }
  expect(before).toBe(0);
});
