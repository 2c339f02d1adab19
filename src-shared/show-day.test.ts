import { describe, expect, it } from "vitest";
import { clockBefore, countdownOf, nextStage, type ShowItem, type ShowPlan } from "./show-day.ts";
import { daysBetween } from "./calendar-date.ts";

const plan: ShowPlan = {
  on: "2026-03-30",
  startsAt: "09:30",
  heightClass: "medium",
  isHot: false,
  plannedOn: "2026-03-01",
};
const item = (daysBefore: number, more: Partial<ShowItem> = {}): ShowItem => ({
  daysBefore,
  part: "food",
  text: `${daysBefore}`,
  ...more,
});
const texts = (show: Partial<ShowPlan>, items: ShowItem[]) =>
  countdownOf({ ...plan, ...show }, items).stages.map(({ on, items: of }) => [
    on,
    ...of.map(({ text }) => text),
  ]);

describe("a countdown", () => {
  it("has its days in order, over the change to summer time and the end of a leap February", () => {
    // In Europe the clocks change on 29 March 2026.
    expect(texts({}, [item(0), item(7), item(1), item(2)])).toEqual([
      ["2026-03-23", "7"],
      ["2026-03-28", "2"],
      ["2026-03-29", "1"],
      ["2026-03-30", "0"],
    ]);
    expect(texts({ on: "2028-03-01", plannedOn: "2028-02-01" }, [item(1), item(7)])).toEqual([
      ["2028-02-23", "7"],
      ["2028-02-29", "1"],
    ]);
  });

  it("leaves out the days that were over when the show was entered, and counts what that costs", () => {
    const items = [item(14), item(14), item(3), item(2), item(0)];
    const { stages, tooLate } = countdownOf({ ...plan, plannedOn: "2026-03-28" }, items);
    expect(stages.map(({ daysBefore }) => daysBefore)).toEqual([2, 0]);
    expect(tooLate).toBe(3);
    const onTheDay = countdownOf({ ...plan, plannedOn: plan.on }, items);
    expect([onTheDay.stages.length, onTheDay.tooLate]).toEqual([1, 4]);
  });

  it("has what is for heat only when heat is expected, and neither misses it otherwise", () => {
    const items = [item(7, { part: "heat", text: "shade" })];
    expect(countdownOf(plan, items)).toEqual({ stages: [], tooLate: 0 });
    expect(texts({ isHot: true }, items)).toEqual([["2026-03-23", "shade"]]);
  });

  it("has what is for the dog's class, and nothing for a class before the dog was measured", () => {
    const items = [item(1, { classes: ["small", "medium"], text: "coat" }), item(1)];
    expect(texts({}, items)).toEqual([["2026-03-29", "coat", "1"]]);
    expect(texts({ heightClass: "large" }, items)).toEqual([["2026-03-29", "1"]]);
    expect(texts({ heightClass: null }, items)).toEqual([["2026-03-29", "1"]]);
  });

  it("has a day's parts in order, and then what has a time", () => {
    const items = [
      item(0, { part: "warm-up", minutesBefore: -5, text: "after" }),
      item(0, { part: "warm-up", minutesBefore: 20, text: "trot" }),
      item(0, { part: "food", minutesBefore: 240, text: "breakfast" }),
      item(0, { part: "packing", text: "bag" }),
      item(0, { part: "taper", text: "rest" }),
    ];
    expect(texts({}, items)).toEqual([["2026-03-30", "rest", "bag", "breakfast", "trot", "after"]]);
  });
});

it("finds the first day that is not over", () => {
  const { stages } = countdownOf(plan, [item(7), item(1)]);
  expect(nextStage(stages, "2026-03-23")?.daysBefore).toBe(7);
  expect(nextStage(stages, "2026-03-24")?.daysBefore).toBe(1);
  expect(nextStage(stages, "2026-03-30")).toBeNull();
});

it("tells the time before the start by the clock at the show, and none on another day", () => {
  expect(clockBefore("09:30", 20)).toBe("09:10");
  expect(clockBefore("09:05", 65)).toBe("08:00");
  expect(clockBefore("09:30", -300)).toBe("14:30");
  expect(clockBefore("03:00", 240)).toBeNull();
  expect(clockBefore("23:58", -5)).toBeNull();
  expect(clockBefore(null, 20)).toBeNull();
});

it("counts days over changes of the clocks and years", () => {
  expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
  expect(daysBetween("2026-10-24", "2026-10-26")).toBe(2);
  expect(daysBetween("2026-12-31", "2027-01-01")).toBe(1);
  expect(daysBetween("2026-03-02", "2026-03-01")).toBe(-1);
});
