import { addDays } from "./calendar-date.ts";
import type { HeightClass } from "./height-class.ts";

/** Rules of a show's countdown (decision 0035), by the member's calendar and the clock at the show. */

/** Parts of a countdown, in the order in which they are shown. */
export const showParts = ["taper", "measuring", "food", "packing", "warm-up", "heat"] as const;
type ShowPart = (typeof showParts)[number];

/** What an entry contributes to a countdown. */
export type ShowItem = {
  /** 0 is the day of the show. */
  daysBefore: number;
  part: ShowPart;
  text: string;
  /** Only for dogs of these classes; for all if missing. */
  classes?: HeightClass[] | undefined;
  /** Minutes before the start, on the day of the show; after it if negative. */
  minutesBefore?: number | undefined;
};

/** What the rules need to know of a show. */
export type ShowPlan = {
  on: string;
  /** `HH:MM`; null if it is not known. */
  startsAt: string | null;
  /** The class of the dog; null before it was measured. */
  heightClass: HeightClass | null;
  isHot: boolean;
  /** The day on which the show, or its present date, was entered. */
  plannedOn: string;
};

/** Items of one day. */
export type ShowStage<Item> = { daysBefore: number; on: string; items: Item[] };

/** Most days for which a countdown looks ahead. */
export const furthest = 28;

const isForDog = ({ classes }: ShowItem, { heightClass }: ShowPlan) =>
  !classes || (heightClass !== null && classes.includes(heightClass));

/** What has a time comes last, the earlier first. */
const timeOf = ({ minutesBefore }: ShowItem) => -(minutesBefore ?? 24 * 60);

const order = (one: ShowItem, other: ShowItem) =>
  timeOf(one) - timeOf(other) || showParts.indexOf(one.part) - showParts.indexOf(other.part);

/** Returns the days of a countdown, and how many items are left out because their day was over. */
export function countdownOf<Item extends ShowItem>(
  plan: ShowPlan,
  items: readonly Item[],
): { stages: ShowStage<Item>[]; tooLate: number } {
  const suitable = items.filter(
    (item) => isForDog(item, plan) && (item.part !== "heat" || plan.isHot),
  );
  const days = [...new Set(suitable.map(({ daysBefore }) => daysBefore))].toSorted((a, b) => b - a);
  const all = days.map((daysBefore) => ({
    daysBefore,
    on: addDays(plan.on, -daysBefore),
    items: suitable.filter((item) => item.daysBefore === daysBefore).toSorted(order),
  }));
  const stages = all.filter(({ on }) => on >= plan.plannedOn);
  const tooLate = all
    .filter(({ on }) => on < plan.plannedOn)
    .reduce((sum, stage) => sum + stage.items.length, 0);
  return { stages, tooLate };
}

/** Returns the first day of a countdown that is not over yet. */
export const nextStage = <Item>(
  stages: readonly ShowStage<Item>[],
  today: string,
): ShowStage<Item> | null => stages.find(({ on }) => on >= today) ?? null;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Returns the clock at the show some minutes before the start, as `HH:MM`; null if not on that day. */
export function clockBefore(startsAt: string | null, minutesBefore: number): string | null {
  if (startsAt === null) return null;
  const minutes = minutesOf(startsAt) - minutesBefore;
  if (minutes < 0 || minutes >= 24 * 60) return null;
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
