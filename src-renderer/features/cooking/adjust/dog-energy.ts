import type { Dog } from "#shared/api/dogs.ts";
import type { Entry } from "#shared/api/library.ts";

export type Feeding = NonNullable<Entry["feeding"]>;

/** Factors from a healthy adult dog's energy at rest to that of its day (WSAVA and NRC). */
export const activityFactors = { quiet: 1.4, everyday: 1.6, sport: 2, hard: 2.5 } as const;
export type Activity = keyof typeof activityFactors;

/** Returns the activity that is assumed at first: sport for dogs that are trained for a sport with much running. */
export const activityOf = (dog: Pick<Dog, "discipline"> | undefined): Activity =>
  dog?.discipline === "agility" || dog?.discipline === "conditioning" ? "sport" : "everyday";

/** Weights of dogs in kg that are believed. */
export const weightRange = { min: 0.5, max: 120 } as const;

/** Weight in kg of the dog that a recipe without data about its energy is assumed to be written for. */
export const assumedWeight = 20;

/** Returns the energy that a dog of a weight in kg needs at rest, in kcal a day: 70 · kg^0.75. */
const restingEnergy = (kg: number) => 70 * kg ** 0.75;

/** Returns the energy that a dog of a weight in kg needs in a day, in kcal. */
export const dailyEnergy = (kg: number, activity: Activity): number =>
  restingEnergy(kg) * activityFactors[activity];

/** Returns how many portions of a recipe a dog may have in a day. */
export const portionsADay = (kg: number, activity: Activity, { kcal, dayShare }: Feeding): number =>
  (dailyEnergy(kg, activity) * dayShare) / kcal;

/** Returns a number of portions to cook: halves, at least one half. */
export const cookedPortions = (portions: number): number =>
  Math.max(0.5, Math.round(portions * 2) / 2);

/** Returns how many portions to cook for a dog of a known weight, for as many days as the recipe may be fed in a week. */
export const usualPortions = (
  { weightKg, discipline }: Pick<Dog, "weightKg" | "discipline">,
  feeding: Feeding,
): number =>
  cookedPortions(
    portionsADay(weightKg ?? assumedWeight, activityOf({ discipline }), feeding) *
      feeding.daysAWeek,
  );

/** Returns how a recipe is scaled by a dog's weight in kg alone, as its need for energy is. */
export const factorByWeight = (kg: number): number => (kg / assumedWeight) ** 0.75;

/** Parses a number such as "12", "12.5" or "12,5 kg"; null if it is none, or out of range. */
export function parseMeasure(text: string, { min, max }: { min: number; max: number }) {
  const trimmed = text.trim().replace(/\s*(kg|cm)$/i, "");
  if (!/^\d+([.,]\d+)?$/.test(trimmed)) return null;
  const value = Number(trimmed.replace(",", "."));
  return value >= min && value <= max ? value : null;
}
