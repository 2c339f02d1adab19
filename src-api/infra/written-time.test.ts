import { describe, expect, test } from "vitest";
import { readWrittenDay, readWrittenTime } from "./written-time.ts";

const read = (text: string, zone = "Europe/Warsaw") => {
  const found = readWrittenTime(text, zone);
  return "time" in found ? found.time.toISOString().replace(".000Z", "Z") : found.reason;
};

describe("a time that somebody wrote", () => {
  test.each([
    ["2026-05-01", "2026-04-30T22:00:00Z"],
    ["2026/5/1", "2026-04-30T22:00:00Z"],
    ["2026.05.01", "2026-04-30T22:00:00Z"],
    ["2026-12-01T09:00", "2026-12-01T08:00:00Z"],
    ["2026-12-01 09:00:30", "2026-12-01T08:00:30Z"],
    ["1 December 2026", "2026-11-30T23:00:00Z"],
    ["December 1st, 2026 at 9:05 pm", "2026-12-01T20:05:00Z"],
    ["Dec 1, 2026 12:00 AM", "2026-11-30T23:00:00Z"],
    ["1-Sept-2026", "2026-08-31T22:00:00Z"],
  ])("without a zone is of the given one: %s", (text, time) => {
    expect(read(text)).toBe(time);
  });

  test.each([
    ["2026-05-01T00:00:00+02:00", "2026-04-30T22:00:00Z"],
    ["2026-05-01 00:00:00 +0200", "2026-04-30T22:00:00Z"],
    ["2026-05-01T10:00:00.123Z", "2026-05-01T10:00:00Z"],
    ["Tue, 01 Dec 2026 08:00:00 -0500", "2026-12-01T13:00:00Z"],
    ["Tuesday, 1 Dec 2026 08:00 EST", "2026-12-01T13:00:00Z"],
    ["2026-12-01 08:00 EST", "2026-12-01T13:00:00Z"],
    ["2026-07-01 08:00 CEST", "2026-07-01T06:00:00Z"],
    ["2026-12-01 08:00 CET", "2026-12-01T07:00:00Z"],
    ["2026-12-01 08:00 PST", "2026-12-01T16:00:00Z"],
    ["2026-12-01 08:00 UTC", "2026-12-01T08:00:00Z"],
    ["2026-12-01 08:00 GMT+1", "2026-12-01T07:00:00Z"],
    ["2026-07-01 08:00 America/New_York", "2026-07-01T12:00:00Z"],
    ["2026-07-01T08:00[America/New_York]", "2026-07-01T12:00:00Z"],
    ["Tue Dec 01 2026 08:00:00 GMT-0500 (Eastern Standard Time)", "2026-12-01T13:00:00Z"],
  ])("names its zone: %s", (text, time) => {
    expect(read(text)).toBe(time);
    expect(read(text, "Asia/Tokyo")).toBe(time);
  });

  test.each([
    ["01/02/2026", "could be more than one date"],
    ["1.2.2026", "could be more than one date"],
    ["01-02-26", "could be more than one date"],
    ["31/12/2026", "could be more than one date"],
    ["1 Dec", "no whole date"],
    ["Dec 2026", "no whole date"],
    ["December", "no whole date"],
    ["2026", "is not a date"],
    ["2026-12", "is not a date"],
    ["1764576000", "is not a date"],
    ["tomorrow", "is not a date"],
    ["", "is not a date"],
    ["2026-02-30", "is not a date"],
    ["2026-13-01", "is not a date"],
    ["2026-12-01T25:00", "is not a date"],
    ["2026-12-01 13:00 PM", "is not a date"],
    ["Monday, 1 Dec 2026", "is not a date"], // a Tuesday
    ["0026-12-01", "before 1900"],
    ["2026-12-01 08:00 IST", "unknown time zone"],
    ["2026-12-01 08:00 Europe/Nowhere", "unknown time zone"],
    ["2026-10-25 02:30", "not one time"],
    ["2026-03-29 02:30", "not one time"],
  ])("is refused where it has no meaning, or two: %s", (text, reason) => {
    expect(read(text)).toContain(reason);
  });
});

test("a day that somebody wrote has no time of day", () => {
  expect(readWrittenDay("Dec 31, 2026")).toEqual({ day: "2026-12-31" });
  expect(readWrittenDay("2028-02-29")).toEqual({ day: "2028-02-29" });
  expect(readWrittenDay("2026-12-31 18:00")).toEqual({ reason: expect.stringContaining("time") });
  expect(readWrittenDay("12/31/2026")).toEqual({ reason: expect.stringContaining("one date") });
});
