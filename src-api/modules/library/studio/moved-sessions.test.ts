import { expect, test } from "vitest";
import { movedSessions } from "./publish.ts";

const session = (title: string, description = title) => ({ title, description });
const [a, b, c] = [session("A"), session("B"), session("C")];
const week = (title: string, ...sessions: ReturnType<typeof session>[]) => ({ title, sessions });
const [look, enter, leave] = [
  week("Look", a, b),
  week("Enter", session("A", "In the ring")),
  week("Leave", c),
];
const protocol = (weeks: object[]) => ({
  metadata: {},
  texts: { en: { front: { weeks }, body: "" } },
});

test.each([
  ["nothing changed", [look, enter, leave], [null, null]],
  ["a week went to the end", [enter, leave, look], ["2.0", "2.1", "0.0"]],
  ["a week was copied", [look, look, enter, leave], ["0.0", "0.1", "2.0"]],
  ["a week was deleted", [enter, leave], ["0.0", "0.1", "0.0"]],
  [
    "a session was worded anew and moved in its week",
    [week("Look", b, session("A", "New words")), enter, leave],
    ["0.1", "0.0", "1.0"],
  ],
])("a place is kept when %s", (_, weeks, expected) => {
  const positionAfter = movedSessions(protocol([look, enter, leave]), protocol(weeks), ["en"]);
  const places = [
    { week: 0, session: 0 },
    { week: 0, session: 1 },
    { week: 1, session: 0 },
  ].map((place) => {
    const to = positionAfter?.(place);
    return to ? `${to.week}.${to.session}` : null;
  });
  expect(places.slice(0, expected.length)).toEqual(expected);
});

test("a place is kept by the weeks of the portal's language, whatever a text has in one that was turned off", () => {
  const english = { front: { weeks: [look, enter, leave] }, body: "" };
  const draft = (...weeks: object[]) => ({
    metadata: {},
    texts: { en: english, pl: { front: { weeks }, body: "" } },
  });
  const before = draft(look, enter, leave);
  const after = draft(enter, leave, look);
  expect(movedSessions(before, after, ["pl"])?.({ week: 0, session: 1 })).toEqual({
    week: 2,
    session: 1,
  });
  expect(movedSessions(before, after, ["en", "pl"])).toBeNull();
});

test("16,000 sessions are found again in time that grows with their number", () => {
  const many = (start: number) =>
    week("Long", ...Array.from({ length: 16_000 }, (_, at) => session(`${start + at}`)));
  const started = performance.now();
  const positionAfter = movedSessions(protocol([many(0)]), protocol([enter, many(8000)]), ["en"]);
  expect(performance.now() - started).toBeLessThan(2000);
  expect(positionAfter?.({ week: 0, session: 8000 })).toEqual({ week: 1, session: 0 });
});
