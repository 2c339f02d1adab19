import { periods, type Period } from "#shared/api/cart.ts";

/** How many months a period has. */
export const monthsOf: Record<Period, number> = { monthly: 1, yearly: 12 };

/** Returns whether one period is longer than another. */
export const isLonger = (period: Period, than: Period): boolean =>
  periods.indexOf(period) > periods.indexOf(than);

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

/** Returns the end of the period that begins at `end`, for periods that are counted from `anchor`. */
export function nextPeriodEnd(anchor: Date, period: Period, end: Date): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO("UTC");
  const until = Temporal.Instant.fromEpochMilliseconds(end.getTime()).toZonedDateTimeISO("UTC");
  // The last day of a short month may count as an incomplete month: the period begins there all the same.
  const months = from.until(until, { largestUnit: "month" }).months;
  for (let count = Math.max(0, months) + 1; ; count += 1) {
    const next = periodEnd(anchor, "monthly", count);
    if (next > end) return period === "monthly" ? next : periodEnd(anchor, "monthly", count + 11);
  }
}
