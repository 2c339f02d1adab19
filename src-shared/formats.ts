import { hourMs } from "./durations.ts";
import { localeOf } from "./languages.ts";

/** Formats of every process. Only this file and `money.ts` use `Intl`. */

/** Caches the results of a function by its arguments: creating a format takes longer than using it. */
export function memoize<Args extends (string | number)[], Made>(
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const made = new Map<string, Made>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}

const dayFormatIn = memoize(
  (language: string, timeZone: string) =>
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone }),
);

/** Returns the day of an ISO date in a time zone in words, such as "21 November 2026". */
export const formatDate = (iso: string, language: string, timeZone: string): string =>
  dayFormatIn(language, timeZone).format(new Date(iso));

/** Returns a calendar date (`YYYY-MM-DD`), which is the same in every zone, in words: "21 November 2026". */
export const formatCalendarDate = (date: string, language: string): string =>
  formatDate(date, language, "UTC");

/** Returns a calendar date (`YYYY-MM-DD`) in words with its weekday, such as "Friday, 27 November". */
export const formatDay = (date: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).format(new Date(date));

/** Returns a calendar date in few letters, such as "27 Nov". */
export const formatShortDay = (date: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(new Date(date));

/** Returns a month (`YYYY-MM`) in words, such as "November 2026". */
export const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01`));

/** Returns the month of a year (`YYYY-MM`) in few letters, such as "Nov". */
export const formatShortMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { month: "short", timeZone: "UTC" }).format(
    new Date(`${month}-01`),
  );

/** Returns the name of a weekday, 1 (Monday) to 7 (Sunday). */
export const formatWeekday = (
  weekday: number,
  language: string,
  length: "long" | "short" = "long",
): string =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: length, timeZone: "UTC" }).format(
    Date.UTC(2026, 5, weekday), // 1 June 2026 was a Monday
  );

/** Returns the calendar date (`YYYY-MM-DD`) at a time in an IANA time zone. Throws a RangeError for an unknown one. */
export const dateIn = (at: Date, timeZone: string): string =>
  // Sweden writes dates as ISO does.
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);

export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns two ISO dates as a range of days in a time zone, such as "1 March – 1 April 2027". */
export const formatDates = (
  from: string,
  until: string,
  language: string,
  timeZone: string,
): string => dayFormatIn(language, timeZone).formatRange(new Date(from), new Date(until));

/** Returns the last day, in a time zone, of a period that ends at an ISO date: grants end at midnight. */
export const formatLastDay = (endsAt: string, language: string, timeZone: string): string =>
  formatDate(new Date(Date.parse(endsAt) - 1).toISOString(), language, timeZone);

/**
 * Returns an ISO date with its time on this device, such as "21 Nov 2026, 14:05". With a time zone, that is named:
 * "21 Nov 2026, 14:05 CET".
 */
export const formatDateTime = (iso: string, language: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone !== undefined && { timeZone, timeZoneName: "short" }),
  }).format(new Date(iso));

/** Time from which on a time needs its day, too. */
const halfDayMs = 12 * hourMs;

/** Returns a time of the device's clock (ms since 1970) that has just been, such as "14:05"; with its day after 12 hours. */
export function formatMoment(at: number, language: string): string {
  if (Date.now() - at > halfDayMs) return formatDateTime(new Date(at).toISOString(), language);
  return new Intl.DateTimeFormat(localeOf(language), { timeStyle: "short" }).format(at);
}

/** Returns an appointment such as "Tuesday, 1 December 2026 at 18:00 CET". */
export const formatAppointment = (iso: string, language: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(new Date(iso));

/** Returns the name of a country (ISO 3166, such as "PL"): "Poland", "Polska". */
export const formatCountry = (code: string, language: string): string =>
  new Intl.DisplayNames(localeOf(language), { type: "region" }).of(code) ?? code;

const numberFormat = memoize(
  (language: string) => new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2 }),
);

/** Returns a number with at most two decimals: "1,204.5", "1204,5". */
export const formatNumber = (value: number, language: string): string =>
  numberFormat(language).format(value);

const pluralRules = memoize((language: string) => new Intl.PluralRules(localeOf(language)));

/** Returns which plural form of a text a count takes in a language: "one", "few", "other" … */
export const pluralForm = (count: number, language: string): Intl.LDMLPluralRule =>
  pluralRules(language).select(count);

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;

/**
 * Returns a time to wait, to follow "try again": "in 12 minutes", "za 12 minut". `seconds` are
 * rounded up: to seconds below a minute, to minutes below an hour, else to hours.
 */
export function formatWait(seconds: number, language: string): string {
  const whole = Math.max(1, Math.ceil(seconds));
  const format = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "always" });
  if (whole < minuteSeconds) return format.format(whole, "second");
  const minutes = Math.ceil(whole / minuteSeconds);
  if (minutes < 60) return format.format(minutes, "minute");
  return format.format(Math.ceil(whole / hourSeconds), "hour");
}

/** Returns a length or position of a video in seconds as `m:ss`: 94.6 is "1:34". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
