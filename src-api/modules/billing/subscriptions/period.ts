import type { Period } from "../../../../src-shared/api/cart.ts";

const monthsOf: Record<Period, number> = { monthly: 1, yearly: 12 };

/**
 * Returns when the `count`-th period after `start` ends: the same day and time in UTC, one month or year
 * later for each period, or the month's last day where it has no such day. Always count from the first
 * start: a month after 31 January is 28 February, and two months after it is 31 March.
 */
export function periodEnd(start: Date, period: Period, count = 1): Date {
  const begun = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO("UTC");
  const ended = begun.add({ months: monthsOf[period] * count }, { overflow: "constrain" });
  return new Date(ended.epochMilliseconds);
}
