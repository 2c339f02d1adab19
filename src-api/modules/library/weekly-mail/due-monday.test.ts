import { expect, test } from "vitest";
import { nextMonday } from "./weekly-mail.ts";

test.each([
  ["2026-03-01T14:00:00Z", "2026-03-02T06:00:00.000Z"], // a Sunday
  ["2026-03-02T05:59:59Z", "2026-03-02T06:00:00.000Z"],
  ["2026-03-02T06:00:00Z", "2026-03-09T06:00:00.000Z"],
  ["2026-03-08T22:59:00Z", "2026-03-09T06:00:00.000Z"],
  ["2026-03-08T23:01:00Z", "2026-03-09T06:00:00.000Z"], // Monday has begun in Warsaw
  ["2026-03-23T06:00:00Z", "2026-03-30T05:00:00.000Z"], // summer time
  ["2026-10-19T05:00:00Z", "2026-10-26T06:00:00.000Z"],
  ["2026-12-30T07:00:00Z", "2027-01-04T06:00:00.000Z"],
])("from %s the next mail is due at %s, at 7:00 in Warsaw", (now, due) => {
  expect(nextMonday(new Date(now), "Europe/Warsaw").toISOString()).toBe(due);
});
