import { addDays, weekdayOf } from "./calendar-date.ts";

/** What was trained on a date of the member's calendar. */
export type TrainedDay = { on: string; sessions: number; minutes: number };

const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** Returns the minutes trained in each of the last weeks, named by their Mondays; the last is today's. */
export function minutesByWeek(
  days: readonly TrainedDay[],
  { today, weeks }: { today: string; weeks: number },
): { monday: string; minutes: number }[] {
  const minutes = new Map<string, number>();
  for (const day of days) {
    const monday = mondayOf(day.on);
    minutes.set(monday, (minutes.get(monday) ?? 0) + day.minutes);
  }
  const current = mondayOf(today);
  return Array.from({ length: weeks }, (_, week) => {
    const monday = addDays(current, 7 * (week + 1 - weeks));
    return { monday, minutes: minutes.get(monday) ?? 0 };
  });
}

/** Returns the weeks in a row with training; a week that has only begun ends no streak. */
export function weeksInARow(days: readonly Pick<TrainedDay, "on">[], today: string): number {
  const trained = new Set(days.map(({ on }) => mondayOf(on)));
  const current = mondayOf(today);
  let monday = trained.has(current) ? current : addDays(current, -7);
  let weeks = 0;
  while (trained.has(monday)) {
    weeks += 1;
    monday = addDays(monday, -7);
  }
  return weeks;
}

/** Returns the days of a month (`YYYY-MM`) in weeks from Monday to Sunday; null stands for days of other months. */
export function weeksOfMonth(month: string): (string | null)[][] {
  const monday = mondayOf(`${month}-01`);
  const dates = Array.from({ length: 42 }, (_, day) => addDays(monday, day));
  return [0, 1, 2, 3, 4, 5]
    .map((week) => dates.slice(7 * week, 7 * week + 7))
    .filter((week) => week.some((date) => date.startsWith(month)))
    .map((week) => week.map((date) => (date.startsWith(month) ? date : null)));
}
