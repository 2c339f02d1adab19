import { InvalidArgumentError } from "commander";
import { dateIn } from "#shared/formats.ts";
import { readWrittenDay } from "../../infra/written-time.ts";

/** Parses a day that was typed, to YYYY-MM-DD. */
export function parseDay(text: string): string {
  const read = readWrittenDay(text);
  if ("day" in read) return read.day;
  throw new InvalidArgumentError(`"${text}" ${read.reason}.`);
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns the last day (YYYY-MM-DD) in a time zone of what ends at a time: the day before, when that is midnight. */
export const lastDayBefore = (end: Date, timeZone: string): string =>
  dateIn(new Date(end.getTime() - 1), timeZone);
