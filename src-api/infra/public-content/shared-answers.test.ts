import { beforeEach, expect, test, vi } from "vitest";
import { createSharedAnswers } from "./public-content.ts";

let version: number;
let time: Date;
beforeEach(() => {
  version = 1;
  time = new Date("2026-03-01T12:00:00Z");
});

const create = (max = 10) =>
  createSharedAnswers<string>(
    {
      publicContent: {
        changed: () => {},
        version: () => version,
        onChange: () => () => {},
        close: async () => {},
      },
      now: () => time,
    },
    max,
  );

/** Makes a different value each time. */
const maker = (validUntil: Date | null = null) => {
  let made = 0;
  return vi.fn(async () => ({ value: `${(made += 1)}`, validUntil }));
};

test("an answer is made once per key while nothing changes", async () => {
  const answers = create();
  const make = maker();
  await answers.get("en", make);
  expect((await answers.get("en", make)).value).toBe("1");
  expect((await answers.get("pl", make)).value).toBe("2");
  expect(make).toHaveBeenCalledTimes(2);
});

test("those who ask at the same time share one making", async () => {
  const answers = create();
  const make = maker();
  const all = await Promise.all(Array.from({ length: 20 }, () => answers.get("en", make)));
  expect(new Set(all.map(({ value }) => value))).toEqual(new Set(["1"]));
});

test("an answer is made again after a change", async () => {
  const answers = create();
  const make = maker();
  await answers.get("en", make);
  version += 1;
  expect((await answers.get("en", make)).value).toBe("2");
});

test("an answer is made again at the time when it becomes outdated", async () => {
  const answers = create();
  const make = maker(new Date("2026-03-01T13:00:00Z"));
  await answers.get("en", make);
  time = new Date("2026-03-01T12:59:59Z");
  expect((await answers.get("en", make)).value).toBe("1");
  time = new Date("2026-03-01T13:00:00Z");
  expect((await answers.get("en", make)).value).toBe("2");
});

test("an answer that was being made while something changed is neither kept nor given to later callers", async () => {
  const answers = create();
  const slow = Promise.withResolvers<{ value: string; validUntil: null }>();
  const before = answers.get("en", () => slow.promise);
  version += 1;
  const after = answers.get("en", async () => ({ value: "new", validUntil: null }));
  slow.resolve({ value: "old", validUntil: null });
  expect([(await before).value, (await after).value]).toEqual(["old", "new"]);
  expect((await answers.get("en", maker())).value).toBe("new");
});

test("a failure is not kept", async () => {
  const answers = create();
  const failing = () => Promise.reject(new Error("connect ECONNREFUSED"));
  await expect(answers.get("en", failing)).rejects.toThrow("ECONNREFUSED");
  expect((await answers.get("en", maker())).value).toBe("1");
});

test("the answers used longest ago are dropped beyond the limit", async () => {
  const answers = create(2);
  const make = maker();
  for (const key of ["a", "b", "a", "c", "a"]) await answers.get(key, make);
  expect(make).toHaveBeenCalledTimes(3);
  await answers.get("b", make);
  expect(make).toHaveBeenCalledTimes(4);
});
