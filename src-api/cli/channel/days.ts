import { InvalidArgumentError } from "commander";
import { dateIn } from "#shared/formats.ts";
import { readWrittenDay } from "#api/infra/written-time.ts";

/** Parses a date argument to YYYY-MM-DD. Throws an InvalidArgumentError. */
export function parseDay(text: string): string {
  const read = readWrittenDay(text);
  if ("day" in read) return read.day;
  throw new InvalidArgumentError(`"${text}" ${read.reason}.`);
}

/** Formats a time in a time zone, as "2026-12-31 18:47 +01:00". Commands also accept this format as input. */
export function minuteIn(time: Date, timeZone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone);
  const minute = at.toPlainDateTime().toString({ smallestUnit: "minute" });
  return `${minute.replace("T", " ")} ${at.offset}`;
}

/** Returns the last day (YYYY-MM-DD) of a period in a time zone: the day before, if it ends at midnight. */
export const lastDayBefore = (end: Date, timeZone: string): string =>
  dateIn(new Date(end.getTime() - 1), timeZone);
