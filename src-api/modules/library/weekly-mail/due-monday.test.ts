import { expect, test } from "vitest";
import { nextMonday } from "./weekly-mail.ts";

test.each([
  ["2026-03-01T14:00:00Z", "2026-03-02T07:00:00.000Z"], // a Sunday
  ["2026-03-02T06:59:59Z", "2026-03-02T07:00:00.000Z"],
  ["2026-03-02T07:00:00Z", "2026-03-09T07:00:00.000Z"],
  ["2026-03-02T23:00:00Z", "2026-03-09T07:00:00.000Z"],
  ["2026-03-07T00:00:00Z", "2026-03-09T07:00:00.000Z"],
  ["2026-12-30T07:00:00Z", "2027-01-04T07:00:00.000Z"],
])("after %s the next mail is due on %s", (now, due) => {
  expect(nextMonday(new Date(now)).toISOString()).toBe(due);
});
