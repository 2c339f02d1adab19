import type { Dog } from "#shared/api/dogs.ts";
import type { Entry } from "#shared/api/library.ts";

export type Feeding = NonNullable<Entry["feeding"]>;

/** Multipliers from the resting to the daily energy need of a healthy adult dog (WSAVA and NRC). */
export const activityFactors = { quiet: 1.4, everyday: 1.6, sport: 2, hard: 2.5 } as const;
export type Activity = keyof typeof activityFactors;

/** Returns the activity that is preselected for a dog: sport if its discipline involves a lot of running. */
export const activityOf = (dog: Pick<Dog, "discipline"> | undefined): Activity =>
  dog?.discipline === "agility" || dog?.discipline === "conditioning" ? "sport" : "everyday";

/** Plausible weights of dogs in kg; others are rejected. */
export const weightRange = { min: 0.5, max: 120 } as const;

/** Weight in kg of the dog that a recipe is assumed to be written for if it has no energy data. */
export const assumedWeight = 20;

/** Returns a dog's resting energy need in kcal per day: 70 · kg^0.75. */
const restingEnergy = (kg: number) => 70 * kg ** 0.75;

/** Returns a dog's daily energy need in kcal. */
export const dailyEnergy = (kg: number, activity: Activity): number =>
  restingEnergy(kg) * activityFactors[activity];

/** Returns how many portions of a recipe a dog may have per day; `dayShare` is the share of its energy need. */
export const portionsADay = (kg: number, activity: Activity, { kcal, dayShare }: Feeding): number =>
  (dailyEnergy(kg, activity) * dayShare) / kcal;

/** Rounds a number of portions to halves, with a minimum of one half. */
export const cookedPortions = (portions: number): number =>
  Math.max(0.5, Math.round(portions * 2) / 2);

/**
 * Returns how many portions to cook for a dog, for as many days as the recipe may be fed in a week. A dog without a
 * weight counts as one of `assumedWeight`.
 */
export const usualPortions = (
  { weightKg, discipline }: Pick<Dog, "weightKg" | "discipline">,
  feeding: Feeding,
): number =>
  cookedPortions(
    portionsADay(weightKg ?? assumedWeight, activityOf({ discipline }), feeding) *
      feeding.daysAWeek,
  );

/** Returns the factor to scale a recipe by a dog's weight alone. It grows like the energy need, by kg^0.75. */
export const factorByWeight = (kg: number): number => (kg / assumedWeight) ** 0.75;

/** Parses a measure such as "12", "12.5" or "12,5 kg". Returns null if it is not a number or out of range. */
export function parseMeasure(text: string, { min, max }: { min: number; max: number }) {
  const trimmed = text.trim().replace(/\s*(kg|cm)$/i, "");
  if (!/^\d+([.,]\d+)?$/.test(trimmed)) return null;
  const value = Number(trimmed.replace(",", "."));
  return value >= min && value <= max ? value : null;
}
