import { expect, test } from "vitest";
import {
  formatAppointment,
  formatCalendarDate,
  formatCountry,
  formatDate,
  formatDates,
  formatDateTime,
  formatLastDay,
  formatNumber,
  formatWait,
  memoize,
  pluralForm,
} from "./formats.ts";

test("English dates have the British format", () => {
  expect(formatDate("2026-11-02T10:00:00Z", "en", "UTC")).toBe("2 November 2026");
  expect(formatDate("2026-11-02T10:00:00Z", "pl", "UTC")).toBe("2 listopada 2026");
  expect(formatDateTime("2026-11-02T10:00:00", "en")).toBe("2 Nov 2026, 10:00");
});

test("the last day of a period that ends at midnight UTC is the day before", () => {
  expect(formatLastDay("2026-11-30T23:00:00Z", "en", "Europe/Warsaw")).toBe("30 November 2026");
  expect(formatLastDay("2026-12-01T05:00:00Z", "en", "America/New_York")).toBe("30 November 2026");
});

test("the time of an appointment names its day and time zone, also when the clocks have changed", () => {
  const inKrakow = (iso: string, language: string) =>
    formatAppointment(iso, language, "Europe/Warsaw").replaceAll(/\s/g, " ");
  expect(inKrakow("2026-12-01T17:00:00Z", "en")).toBe("Tuesday, 1 December 2026 at 18:00 CET");
  expect(inKrakow("2026-07-01T16:00:00Z", "pl")).toBe("środa, 1 lipca 2026 18:00 CEST");
});

test.each([
  ["2026-12-31T22:59:59Z", "Europe/Warsaw", "31 December 2026", "31 Dec 2026, 23:59 CET"],
  ["2026-12-31T23:00:00Z", "Europe/Warsaw", "1 January 2027", "1 Jan 2027, 00:00 CET"],
  ["2027-01-01T04:59:59Z", "America/New_York", "31 December 2026", "31 Dec 2026, 23:59 GMT-5"],
  ["2027-01-01T05:00:00Z", "America/New_York", "1 January 2027", "1 Jan 2027, 00:00 GMT-5"],
  ["2026-03-28T22:59:59Z", "Europe/Warsaw", "28 March 2026", "28 Mar 2026, 23:59 CET"],
  ["2026-03-29T21:59:59Z", "Europe/Warsaw", "29 March 2026", "29 Mar 2026, 23:59 CEST"],
  ["2026-03-29T22:00:00Z", "Europe/Warsaw", "30 March 2026", "30 Mar 2026, 00:00 CEST"],
  ["2026-10-25T00:30:00Z", "Europe/Warsaw", "25 October 2026", "25 Oct 2026, 02:30 CEST"],
  ["2026-10-25T01:30:00Z", "Europe/Warsaw", "25 October 2026", "25 Oct 2026, 02:30 CET"],
  ["2026-11-01T05:30:00Z", "America/New_York", "1 November 2026", "1 Nov 2026, 01:30 GMT-4"],
  ["2026-11-01T06:30:00Z", "America/New_York", "1 November 2026", "1 Nov 2026, 01:30 GMT-5"],
])("%s is in %s on %s, with its time %s", (iso, zone, day, time) => {
  expect([formatDate(iso, "en", zone), formatDateTime(iso, "en", zone)]).toEqual([day, time]);
});

test("a range of days is that of its time zone, also over the change of the year", () => {
  const range = (zone: string) =>
    formatDates("2026-11-30T23:30:00Z", "2026-12-31T23:30:00Z", "en", zone).replaceAll(/\s/g, " ");
  expect(range("Europe/Warsaw")).toBe("1 December 2026 – 1 January 2027");
  expect(range("America/New_York")).toBe("30 November – 31 December 2026");
});

test("a calendar date is the same day whatever the zone of seller and reader", () => {
  expect(formatCalendarDate("2026-12-31", "en")).toBe("31 December 2026");
  expect(formatCalendarDate("2027-01-01", "pl")).toBe("1 stycznia 2027");
});

test("numbers have at most two decimals", () => {
  expect([formatNumber(1204.567, "en"), formatNumber(0.25, "pl")]).toEqual(["1,204.57", "0,25"]);
});

test("Polish has more plural forms than English", () => {
  expect([pluralForm(3, "en"), pluralForm(3, "pl")]).toEqual(["other", "few"]);
});

test.each([
  [0.2, "in 1 second", "za 1 sekundę"],
  [45, "in 45 seconds", "za 45 sekund"],
  [60, "in 1 minute", "za 1 minutę"],
  [61, "in 2 minutes", "za 2 minuty"],
  [720, "in 12 minutes", "za 12 minut"],
  [59 * 60, "in 59 minutes", "za 59 minut"],
  [59 * 60 + 1, "in 1 hour", "za 1 godzinę"],
  [3 * 3600, "in 3 hours", "za 3 godziny"],
  [3 * 3600 + 1, "in 4 hours", "za 4 godziny"],
  [24 * 3600, "in 24 hours", "za 24 godziny"],
])("formats a wait of %d seconds as '%s', in Polish '%s'", (seconds, english, polish) => {
  expect([formatWait(seconds, "en"), formatWait(seconds, "pl")]).toEqual([english, polish]);
});

test("what is kept for one language or time zone is not used for another", () => {
  const late = "2026-11-22T23:30:00Z";
  const days = ["en", "pl"].flatMap((language) =>
    ["UTC", "Asia/Tokyo"].map((zone) => formatDate(late, language, zone)),
  );
  expect(days).toEqual([
    "22 November 2026",
    "23 November 2026",
    "22 listopada 2026",
    "23 listopada 2026",
  ]);
  expect(formatDate(late, "en", "UTC")).toBe("22 November 2026");
});

test("a country is named in the reader's language", () => {
  expect(["en", "pl"].map((language) => formatCountry("PL", language))).toEqual([
    "Poland",
    "Polska",
  ]);
});

test("a function is called once for each list of arguments", () => {
  const made: string[] = [];
  const join = memoize((...parts: string[]) => {
    made.push(parts.join("+"));
    return made.length;
  });
  expect([join("a", "b"), join("b", "a"), join("a", "b")]).toEqual([1, 2, 1]);
});
