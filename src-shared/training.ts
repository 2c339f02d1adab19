import { addDays, weekdayOf } from "./calendar-date.ts";

/** Rules of followed protocols, on the member's calendar (decision 0028). */

/** What a session ended with. `again`: it is repeated on the next training day; `back`: an earlier one is. */
export const stepResults = ["done", "again", "back", "skipped"] as const;
export type StepResult = (typeof stepResults)[number];

/** A session by its week and its number in the week, both counted from 0. */
export type SessionPosition = { week: number; session: number };

/** What a member did with a session. */
export type TrainingStep = SessionPosition & {
  result: StepResult;
  right: number | null;
  /** Repetitions that were counted; missing in steps of the time when there were always ten. */
  of?: number | undefined;
  /** The session that follows a way `back`. */
  to?: SessionPosition | undefined;
  /** Date on the member's calendar. */
  on: string;
};

/** What the rules need to know of a plan. `weekdays` are training days, 1 (Monday) to 7 (Sunday). */
export type Training = {
  startedOn: string;
  weekdays: readonly number[];
  /** Oldest first. */
  steps: readonly TrainingStep[];
};

/** The sessions of each week, of whatever shape. */
type Weeks = readonly { sessions: readonly unknown[] }[];

/** Returns how many repetitions were counted in a step. */
export const repetitionsOf = ({ of = 10 }: Pick<TrainingStep, "of">): number => of;

/** Returns training days for a number of sessions a week, spread evenly from the day of the start. */
export function spreadWeekdays(startedOn: string, sessionsPerWeek: number): number[] {
  const count = Math.min(7, Math.max(1, sessionsPerWeek));
  const days = Array.from({ length: count }, (_, i) =>
    weekdayOf(addDays(startedOn, Math.floor((i * 7) / count))),
  );
  return days.toSorted((one, other) => one - other);
}

/** Returns the first training day on or after a date. */
function trainingDayFrom(date: string, weekdays: readonly number[]): string {
  const coming = Array.from({ length: 7 }, (_, days) => addDays(date, days));
  return coming.find((candidate) => weekdays.includes(weekdayOf(candidate))) ?? date;
}

const later = (one: string, other: string) => (one > other ? one : other);

const isSame = (one: SessionPosition, other: SessionPosition) =>
  one.week === other.week && one.session === other.session;

const isAfter = (one: SessionPosition, other: SessionPosition) =>
  one.week > other.week || (one.week === other.week && one.session > other.session);

const placesIn = (weeks: Weeks): SessionPosition[] =>
  weeks.flatMap(({ sessions }, week) => sessions.map((_, session) => ({ week, session })));

/** Returns whether a protocol has the session; it may have lost it by a change. */
export const hasSession = (weeks: Weeks, { week, session }: SessionPosition): boolean =>
  session < (weeks[week]?.sessions.length ?? 0);

/** Returns the sessions that are left, in order: from the last one on if it is to be repeated, or from an earlier one. */
export function remainingSessions(weeks: Weeks, steps: Training["steps"]): SessionPosition[] {
  const last = steps.at(-1);
  if (!last) return placesIn(weeks);
  const isRepeated = last.result === "again" || last.result === "back";
  const from = last.to ?? last;
  return placesIn(weeks).filter(
    (place) => isAfter(place, from) || (isRepeated && isSame(place, from)),
  );
}

/**
 * Returns the date of the next session: the first training day from today on, after the day of the
 * last training. A session that is missed therefore moves to the next training day, with all that follow;
 * a session that is skipped does not count as training.
 */
export function nextTrainingDay({ startedOn, weekdays, steps }: Training, today: string): string {
  const trained = steps.filter(({ result }) => result !== "skipped").map(({ on }) => on);
  const free = trained.map((date) => addDays(date, 1)).reduce(later, startedOn);
  return trainingDayFrom(later(free, today), weekdays);
}

/** Returns the sessions that are left, each on a training day of its own. */
export function schedule(
  training: Training,
  weeks: Weeks,
  today: string,
): (SessionPosition & { on: string })[] {
  let next = nextTrainingDay(training, today);
  return remainingSessions(weeks, training.steps).map((place) => {
    const on = next;
    next = trainingDayFrom(addDays(on, 1), training.weekdays);
    return { ...place, on };
  });
}

export const lastStepOf = (steps: Training["steps"], place: SessionPosition): TrainingStep | null =>
  steps.findLast((step) => isSame(step, place)) ?? null;
