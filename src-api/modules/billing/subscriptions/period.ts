import type { Period } from "../../../../src-shared/api/cart.ts";

const monthsOf: Record<Period, number> = { monthly: 1, yearly: 12 };

/**
 * When a period that began at `start` ends: the same day and time in UTC a month or a year later,
 * or the month's last day where it has no such day (31 January to 28 or 29 February). Always
 * counted from the first start, so that a short month does not pull the later ones forward:
 * `count` periods after 31 January is 31 March for 2.
 */
export function periodEnd(start: Date, period: Period, count = 1): Date {
  const begun = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO("UTC");
  const ended = begun.add({ months: monthsOf[period] * count }, { overflow: "constrain" });
  return new Date(ended.epochMilliseconds);
}
