import { describe, expect, test } from "vitest";
import { ruleAt, ruleOf, stepOf, type Progression, type StepOutcome } from "./progression.ts";
import type { SessionPosition } from "./training.ts";

const weeks = [{ sessions: ["a", "b", "c"] }, { sessions: ["d", "e"] }];
const on = "2026-11-25";
const counted = { kind: "counted", repetitions: 10, toGoOn: 8, toGoBack: 6 } as const;

const answered = (
  progression: Progression | undefined,
  outcome: StepOutcome,
  [week, session]: [number, number] = [1, 0],
  repetitions?: number,
) => {
  const place: SessionPosition = { week, session };
  return stepOf(weeks, { place, on, rule: ruleOf(progression, { repetitions }) }, outcome);
};
const right = (count: number): StepOutcome => ({ result: "counted", right: count });

describe("the rule of a session", () => {
  test("is judged where a protocol says nothing and counts nothing", () => {
    expect(ruleOf(undefined, {})).toEqual({ kind: "judged", criterion: null, goBack: null });
  });

  test("is eight of ten, in proportion, where only the session says its repetitions", () => {
    const six = { kind: "counted", repetitions: 6, toGoOn: 5, toGoBack: null };
    expect(ruleOf(undefined, { repetitions: 6 })).toEqual(six);
  });

  test("has the protocol's numbers, in proportion to the session's repetitions", () => {
    expect(ruleOf(counted, {})).toEqual(counted);
    expect(ruleOf(counted, { repetitions: 6 })).toMatchObject({ toGoOn: 5, toGoBack: 4 });
    expect(ruleOf(counted, { repetitions: 4 })).toMatchObject({ toGoOn: 4, toGoBack: 3 });
  });
});

test("the first session of a protocol has no way back", () => {
  const protocol = { weeks: [{ sessions: [{}, { repetitions: 5 }] }], progression: counted };
  expect(ruleAt(protocol, { week: 0, session: 0 })).toMatchObject({ toGoBack: null });
  expect(ruleAt(protocol, { week: 0, session: 1 })).toMatchObject({ toGoOn: 4, toGoBack: 3 });
  expect(ruleAt(protocol, { week: 1, session: 0 })).toBeNull();
});

describe("a counted session", () => {
  test("goes on, is repeated, or leads back by the protocol's numbers", () => {
    const results = [10, 8, 7, 6, 5, 0].map((count) => answered(counted, right(count))?.result);
    expect(results).toEqual(["done", "done", "again", "again", "back", "back"]);
    expect(answered(counted, right(5))).toMatchObject({ of: 10, to: { week: 0, session: 2 } });
    expect(answered(counted, right(5), [1, 1])?.to).toEqual({ week: 1, session: 0 });
  });

  test("is repeated where there is none before", () => {
    expect(answered(counted, right(0), [0, 0])).toMatchObject({ result: "again" });
  });

  test("refuses more than its repetitions, and a judgement", () => {
    expect(answered(counted, right(7), [0, 0], 6)).toBeNull();
    expect(answered(counted, { result: "done" })).toBeNull();
    expect(answered(counted, { result: "back" })).toBeNull();
  });
});

describe("a judged session", () => {
  const judged = { kind: "judged", criterion: "Calm within 3 minutes." } as const;

  test("is done without a count, repeated or skipped, and refuses a count", () => {
    for (const result of ["done", "again", "skipped"] as const) {
      expect(answered(judged, { result })).toMatchObject({ result, right: null });
    }
    expect(answered(judged, right(8))).toBeNull();
    expect(answered(judged, { result: "back" })).toBeNull();
  });

  test("leads back to the start of the week, or of the week before", () => {
    const back = (goBack: "week" | "weekBefore", place: [number, number]) =>
      answered({ ...judged, goBack }, { result: "back" }, place)?.to;
    expect(back("week", [1, 1])).toEqual({ week: 1, session: 0 });
    expect(back("weekBefore", [1, 1])).toEqual({ week: 0, session: 0 });
    expect(back("weekBefore", [0, 2])).toEqual({ week: 0, session: 0 });
  });
});
