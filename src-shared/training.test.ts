import { describe, expect, test } from "vitest";
import {
  hasSession,
  lastStepOf,
  nextTrainingDay,
  remainingSessions,
  schedule,
  spreadWeekdays,
  type Training,
  type TrainingStep,
} from "./training.ts";

/** Two weeks: three sessions, then two. */
const weeks = [{ sessions: ["a", "b", "c"] }, { sessions: ["d", "e"] }];

// 2026-11-25 is a Wednesday.
const plan = (steps: TrainingStep[] = [], changes: Partial<Training> = {}): Training => ({
  startedOn: "2026-11-25",
  weekdays: spreadWeekdays("2026-11-25", 3),
  steps,
  ...changes,
});

const step = (
  week: number,
  session: number,
  on: string,
  changes: Partial<TrainingStep> = {},
): TrainingStep => ({ week, session, result: "done", right: 8, on, ...changes });

const next = (training: Training) => remainingSessions(weeks, training.steps)[0];

describe("training days", () => {
  test("are spread over the week from the day of the start", () => {
    expect(spreadWeekdays("2026-11-23", 3)).toEqual([1, 3, 5]);
    expect(spreadWeekdays("2026-11-25", 3)).toEqual([3, 5, 7]);
    expect(spreadWeekdays("2026-11-29", 2)).toEqual([3, 7]);
    expect(spreadWeekdays("2026-11-23", 1)).toEqual([1]);
    expect(spreadWeekdays("2026-11-23", 9)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("begin on the day of the start, also where that lies ahead", () => {
    expect(nextTrainingDay(plan(), "2026-11-25")).toBe("2026-11-25");
    expect(nextTrainingDay(plan(), "2026-11-20")).toBe("2026-11-25");
    expect(nextTrainingDay(plan([], { weekdays: [1] }), "2026-11-25")).toBe("2026-11-30");
  });

  test("come one after the other, never two on a day", () => {
    const trained = plan([step(0, 0, "2026-11-25")]);
    expect(nextTrainingDay(trained, "2026-11-25")).toBe("2026-11-27");
    expect(nextTrainingDay(trained, "2026-11-26")).toBe("2026-11-27");
  });

  test("that were missed move the session to the next one", () => {
    const trained = plan([step(0, 0, "2026-11-25")]);
    expect(nextTrainingDay(trained, "2026-11-28")).toBe("2026-11-29");
    expect(nextTrainingDay(trained, "2026-12-01")).toBe("2026-12-02");
  });

  test("follow the calendar over the change of the clocks", () => {
    const spring = plan([step(0, 0, "2026-03-27")], {
      startedOn: "2026-03-27",
      weekdays: [5, 7, 2],
    });
    expect(schedule(spring, weeks, "2026-03-27").map(({ on }) => on)).toEqual([
      "2026-03-29",
      "2026-03-31",
      "2026-04-03",
      "2026-04-05",
    ]);
  });

  test("stay ahead of the last training where the date line is crossed westwards", () => {
    const trained = plan([step(0, 0, "2026-11-25")], { weekdays: [1, 2, 3, 4, 5, 6, 7] });
    expect(nextTrainingDay(trained, "2026-11-24")).toBe("2026-11-26");
  });
});

describe("the next session", () => {
  test("is the first one at the start", () => {
    expect(next(plan())).toEqual({ week: 0, session: 0 });
  });

  test("follows a session that is done, and is the same after one to repeat", () => {
    expect(next(plan([step(0, 0, "2026-11-25")]))).toEqual({ week: 0, session: 1 });
    const failed = step(0, 0, "2026-11-25", { result: "again", right: 7 });
    expect(next(plan([failed]))).toEqual({ week: 0, session: 0 });
  });

  test("is an earlier one after a way back, and goes on from there", () => {
    const back = step(1, 1, "2026-12-02", {
      result: "back",
      right: 3,
      to: { week: 0, session: 2 },
    });
    expect(next(plan([step(1, 0, "2026-11-30"), back]))).toEqual({ week: 0, session: 2 });
    expect(nextTrainingDay(plan([back]), "2026-12-02")).toBe("2026-12-04");
    expect(next(plan([back, step(0, 2, "2026-12-04")]))).toEqual({ week: 1, session: 0 });
  });

  test("is in the next week after the last one of a week", () => {
    expect(next(plan([step(0, 2, "2026-11-29")]))).toEqual({ week: 1, session: 0 });
  });

  test("is still today's after a skipped one", () => {
    const skipped = plan([step(0, 0, "2026-11-25", { result: "skipped", right: null })]);
    expect(next(skipped)).toEqual({ week: 0, session: 1 });
    expect(nextTrainingDay(skipped, "2026-11-25")).toBe("2026-11-25");
  });

  test("is the one before, once the last step was undone", () => {
    const steps = [step(0, 0, "2026-11-25"), step(0, 1, "2026-11-27")];
    expect(next(plan(steps.slice(0, -1)))).toEqual({ week: 0, session: 1 });
  });

  test("does not exist after the last one", () => {
    expect(next(plan([step(1, 1, "2026-12-06")]))).toBeUndefined();
    expect(schedule(plan([step(1, 1, "2026-12-06")]), weeks, "2026-12-06")).toEqual([]);
  });

  test("is the following one where the protocol lost the session to repeat", () => {
    const lost = { week: 0, session: 3 };
    const failed = step(0, 3, "2026-11-25", { result: "again", right: 2 });
    expect(hasSession(weeks, lost)).toBe(false);
    expect(hasSession(weeks, { week: 2, session: 0 })).toBe(false);
    expect(next(plan([failed]))).toEqual({ week: 1, session: 0 });
  });
});

test("the plan of two dogs depends on the steps of each only", () => {
  const first = plan([step(0, 0, "2026-11-25")]);
  const second = plan();
  expect([next(first), next(second)]).toEqual([
    { week: 0, session: 1 },
    { week: 0, session: 0 },
  ]);
});

test("a restarted protocol begins again from its new date", () => {
  const restarted = plan([], {
    startedOn: "2026-12-01",
    weekdays: spreadWeekdays("2026-12-01", 3),
  });
  expect(schedule(restarted, weeks, "2026-11-30").slice(0, 2)).toEqual([
    { week: 0, session: 0, on: "2026-12-01" },
    { week: 0, session: 1, on: "2026-12-03" },
  ]);
});

test("a session's last step counts", () => {
  const steps = [
    step(0, 0, "2026-11-25", { result: "again", right: 5 }),
    step(0, 0, "2026-11-27", { right: 9 }),
  ];
  expect(lastStepOf(steps, { week: 0, session: 0 })).toMatchObject({ right: 9 });
  expect(lastStepOf(steps, { week: 0, session: 1 })).toBeNull();
});
