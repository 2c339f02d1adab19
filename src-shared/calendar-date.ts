import { dayMs } from "./durations.ts";

/**
 * Calendar dates as texts, `YYYY-MM-DD`. They carry no time and no zone, so that counting days is not
 * affected by daylight saving time.
 */

const asTime = (date: string): number => Date.parse(`${date}T00:00:00Z`);

export const addDays = (date: string, days: number): string =>
  new Date(asTime(date) + days * dayMs).toISOString().slice(0, 10);

/** Returns the month (`YYYY-MM`) that is a number of months later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** Returns the number of days from one date to another; negative if that is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((asTime(to) - asTime(from)) / dayMs);

/** Returns the ISO number of a date's weekday: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (date: string): number => new Date(asTime(date)).getUTCDay() || 7;

const twoDigits = (value: number) => String(value).padStart(2, "0");

export const deviceDate = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
