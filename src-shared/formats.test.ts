import { expect, test } from "vitest";
import {
  formatAppointment,
  formatCountry,
  formatDate,
  formatDateTime,
  formatLastDay,
  formatNumber,
  formatWait,
  memoize,
  pluralForm,
} from "./formats.ts";

test("English dates have the British format", () => {
  expect(formatDate("2026-11-02T10:00:00Z", "en")).toBe("2 November 2026");
  expect(formatDate("2026-11-02T10:00:00Z", "pl")).toBe("2 listopada 2026");
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
