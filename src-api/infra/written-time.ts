import { dateIn } from "#shared/formats.ts";

/** Offsets from UTC, in hours, of abbreviations that mean one zone: those of RFC 5322, and of Europe. */
const zoneOffsets: Record<string, number> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const weekdays = "mon tue wed thu fri sat sun".split(" ");

const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?\s*(?<half>[ap]\.?m\.?(?![a-z]))?`;
/** A time of day with or without a zone; JavaScript adds the name of the zone in brackets. */
const rest = String.raw`(?:(?:[tT]|,?\s+(?:at\s+)?)${clock}(?:\s*(?<zone>[^\s()[\]][^\s()]*|\[[^\]]+\]))?(?:\s*\([^)]*\))?)?$`;
const weekday = String.raw`^(?:(?<weekday>[a-z]{3,9})\.?,?\s+)?`;
const monthName = String.raw`(?<monthName>[a-z]{3,9})\.?`;
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;

/** The forms that have one meaning: ISO 8601 and what is close to it, RFC 5322, and months by their English names. */
const forms = [
  String.raw`^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})`,
  String.raw`${weekday}${day}[\s-]+${monthName}[\s,-]+(?<year>\d{4})`,
  String.raw`${weekday}${monthName}\s+${day},?\s+(?<year>\d{4})`,
].map((form) => new RegExp(form + rest, "i"));

type Parts = Record<string, string | undefined>;

/** Returns the place (from 1) of an English name, whole or abbreviated; null if it is none. */
function numberOfName(
  name: string,
  all: readonly string[],
  whole: readonly string[],
): number | null {
  const lower = name
    .toLowerCase()
    .replace(/^(sept|tues|thur|thurs|wednes)$/, (long) => long.slice(0, 3));
  const at = all.findIndex((short, index) => lower === short || lower === whole[index]);
  return at < 0 ? null : at + 1;
}

const wholeMonths =
  "january february march april may june july august september october november december".split(
    " ",
  );
const wholeWeekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");

/** Returns the date that parts name. Throws a RangeError if there is none. */
function dateOf({ year, month, monthName: name, day: of, weekday: named }: Parts) {
  const number = name === undefined ? Number(month) : numberOfName(name, months, wholeMonths);
  if (number === null) throw new RangeError("no month");
  const date = Temporal.PlainDate.from(
    { year: Number(year), month: number, day: Number(of) },
    { overflow: "reject" },
  );
  if (named !== undefined && numberOfName(named, weekdays, wholeWeekdays) !== date.dayOfWeek) {
    throw new RangeError("another weekday");
  }
  return date;
}

/** Returns the time of day that parts name; null without one. Throws a RangeError if there is none. */
function clockOf({ hour, minute, second = "0", half }: Parts) {
  if (hour === undefined) return null;
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) throw new RangeError("no hour");
    hours = (hours % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
  }
  return Temporal.PlainTime.from(
    { hour: hours, minute: Number(minute), second: Number(second) },
    { overflow: "reject" },
  );
}

/** Returns the zone that a text names, as Temporal has it: an offset or a name of IANA. Throws a RangeError for others. */
function zoneOf(text: string): string {
  const name = text.replace(/^\[(.*)\]$/, "$1");
  const [, sign, hours, minutes = "00"] =
    /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name) ?? [];
  if (hours !== undefined) return `${sign}${hours.padStart(2, "0")}:${minutes}`;
  const known = zoneOffsets[name.toUpperCase()];
  if (known !== undefined) {
    return `${known < 0 ? "-" : "+"}${String(Math.abs(known)).padStart(2, "0")}:00`;
  }
  if (!name.includes("/")) throw new RangeError("no zone");
  return name;
}

/** What a text says: a time, and whether it names only its day, or why it says none. */
export type WrittenTime = { time: Date; isDay: boolean } | { reason: string };

function timeOf(parts: Parts, timeZone: string): WrittenTime {
  let zone = timeZone;
  try {
    if (parts["zone"] !== undefined) zone = zoneOf(parts["zone"]);
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
  } catch {
    return { reason: `has an unknown time zone, ${parts["zone"]}; write an offset such as +01:00` };
  }
  try {
    const [date, time] = [dateOf(parts), clockOf(parts)];
    if (date.year < 1900) return { reason: "is before 1900" };
    if (time === null) return { time: startOf(date.toString(), zone), isDay: true };
    const local = date.toPlainDateTime(time);
    try {
      const { epochMilliseconds } = local.toZonedDateTime(zone, { disambiguation: "reject" });
      return { time: new Date(epochMilliseconds), isDay: false };
    } catch {
      return { reason: `is not one time in ${zone}, where the clocks change; write an offset` };
    }
  } catch {
    return { reason: "is not a date" };
  }
}

/** Returns the day (YYYY-MM-DD) a number of days after another one. */
export const daysAfter = (dayText: string, days: number): string =>
  Temporal.PlainDate.from(dayText).add({ days }).toString();

/** Returns when a day (YYYY-MM-DD) begins in a time zone, a number of days later. */
export const startOf = (dayText: string, timeZone: string, daysLater = 0): Date =>
  new Date(
    Temporal.PlainDate.from(dayText).add({ days: daysLater }).toZonedDateTime(timeZone)
      .epochMilliseconds,
  );

/** Returns the seller's day (YYYY-MM-DD) at a time, in the brand's time zone: receipts, exports, board, trends and mails go by it. */
export const businessDay = (at: Date, timeZone: string): string => dateIn(at, timeZone);

/** Returns when the seller's month of a time began. */
export const startOfBusinessMonth = (at: Date, timeZone: string): Date =>
  startOf(`${businessDay(at, timeZone).slice(0, 7)}-01`, timeZone);

/** Returns the time that somebody wrote, in its own zone or `timeZone`; a reason for what could be two dates. */
export function readWrittenTime(text: string, timeZone: string): WrittenTime {
  const written = text.trim().replace(/\s+/g, " ");
  for (const form of forms) {
    const parts = form.exec(written)?.groups;
    if (parts) return timeOf(parts, timeZone);
  }
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(written)) {
    return { reason: "could be more than one date; write it as 2026-12-31" };
  }
  const isShort =
    numberOfName(/[a-z]{3,9}/i.exec(written)?.[0] ?? "", months, wholeMonths) !== null;
  return { reason: isShort ? "is no whole date; write it as 2026-12-31" : "is not a date" };
}

/** Returns the day (YYYY-MM-DD) that somebody wrote in one of these forms, without a time of day. */
export function readWrittenDay(text: string): { day: string } | { reason: string } {
  const read = readWrittenTime(text, "UTC");
  if ("reason" in read) return read;
  if (!read.isDay) return { reason: "has a time of day; write the day alone, as 2026-12-31" };
  return { day: read.time.toISOString().slice(0, 10) };
}
