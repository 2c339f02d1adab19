import { describe, expect, it } from "vitest";
import { minutesByWeek, weeksInARow, weeksOfMonth } from "./training-diary.ts";

// A Thursday.
const today = "2026-11-26";
const trained = (...dates: string[]) => dates.map((on) => ({ on, sessions: 1, minutes: 10 }));

describe("the streak", () => {
  it("counts weeks with training, however often in each", () => {
    expect(weeksInARow(trained("2026-11-10", "2026-11-17", "2026-11-19", today), today)).toBe(3);
  });

  it("is not ended by a week that has only begun", () => {
    expect(weeksInARow(trained("2026-11-15", "2026-11-16"), "2026-11-23")).toBe(2);
  });

  it("is zero after a week without training", () => {
    expect(weeksInARow(trained("2026-11-15"), "2026-11-23")).toBe(0);
    expect(weeksInARow([], today)).toBe(0);
  });

  it("goes on over the turn of the year", () => {
    expect(weeksInARow(trained("2026-12-31", "2027-01-04"), "2027-01-05")).toBe(2);
  });
});

it("minutes are added by week, from Monday to Sunday, with empty weeks", () => {
  const days = trained("2026-11-09", "2026-11-15", "2026-11-23", "2026-11-26", "2025-01-01");
  expect(minutesByWeek(days, { today, weeks: 3 })).toEqual([
    { monday: "2026-11-09", minutes: 20 },
    { monday: "2026-11-16", minutes: 0 },
    { monday: "2026-11-23", minutes: 20 },
  ]);
});

it("a month has its days in weeks that begin on Monday", () => {
  const weeks = weeksOfMonth("2026-11"); // begins on a Sunday
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeksOfMonth("2027-02")).toHaveLength(4);
});
