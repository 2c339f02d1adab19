import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays, addMonths, deviceDate, weekdayOf } from "./calendar-date.ts";
import { dateIn } from "./formats.ts";

afterEach(() => vi.unstubAllEnvs());

describe("days", () => {
  test.each([
    ["2026-03-28", 1, "2026-03-29"],
    ["2026-03-29", 1, "2026-03-30"], // clocks go forward in Warsaw
    ["2026-10-24", 2, "2026-10-26"], // and back
    ["2026-03-07", 2, "2026-03-09"], // New York
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2026-01-01", -1, "2025-12-31"],
  ])("are counted without losing or doubling one: %s and %i", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test("of the week start with Monday", () => {
    expect(["2026-11-23", "2026-11-25", "2026-11-29"].map(weekdayOf)).toEqual([1, 3, 7]);
  });
});

/** One time, and the date that calendars show at it. */
const times = [
  ["2026-03-29T00:30:00Z", "Europe/Warsaw", "2026-03-29"],
  ["2026-03-29T21:59:00Z", "Europe/Warsaw", "2026-03-29"], // 23:59, after the clocks went forward
  ["2026-03-29T22:01:00Z", "Europe/Warsaw", "2026-03-30"],
  ["2026-10-25T22:30:00Z", "Europe/Warsaw", "2026-10-25"], // 23:30, after they went back
  ["2026-03-08T04:30:00Z", "America/New_York", "2026-03-07"],
  ["2026-11-01T03:59:00Z", "America/New_York", "2026-10-31"],
  ["2026-11-02T04:30:00Z", "America/New_York", "2026-11-01"], // the hour was repeated
  ["2026-03-01T10:30:00Z", "Pacific/Kiritimati", "2026-03-02"], // UTC+14
  ["2026-03-01T10:30:00Z", "Pacific/Pago_Pago", "2026-02-28"], // UTC-11
] as const;

describe("today", () => {
  test.each(times)("at %s in %s is %s on the device", (at, zone, date) => {
    vi.stubEnv("TZ", zone);
    expect(deviceDate(new Date(at))).toBe(date);
  });

  test.each(times)("at %s in %s is %s where only the zone is known", (at, zone, date) => {
    expect(dateIn(new Date(at), zone)).toBe(date);
  });
});

test("the next month may be in another year", () => {
  expect([addMonths("2026-12", 1), addMonths("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
