import { InvalidArgumentError } from "commander";
import { dateIn } from "#shared/formats.ts";
import { readWrittenDay } from "#api/infra/written-time.ts";

/** Parses a day that was typed, to YYYY-MM-DD. */
export function parseDay(text: string): string {
  const read = readWrittenDay(text);
  if ("day" in read) return read.day;
  throw new InvalidArgumentError(`"${text}" ${read.reason}.`);
}

/** Returns a time in a time zone with its offset, "2026-12-31 18:47 +01:00". Commands that take a time read it, too. */
export function minuteIn(time: Date, timeZone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
  const minute = at.toPlainDateTime().toString({ smallestUnit: "minute" });
  return `${minute.replace("T", " ")} ${at.offset}`;
}

/** Returns the last day (YYYY-MM-DD) in a time zone of what ends at a time: the day before, when that is midnight. */
export const lastDayBefore = (end: Date, timeZone: string): string =>
  dateIn(new Date(end.getTime() - 1), timeZone);
