import type { HeightClass } from "./height-class.ts";

/**
 * Age in months at which the growth plates of dogs of a class can be expected to be closed. Small dogs
 * are grown earlier; until then, jumping at full height and the like can harm them.
 */
const grownAt: Record<HeightClass, number> = {
  extraSmall: 12,
  small: 12,
  medium: 15,
  intermediate: 15,
  large: 18,
};

/** The youngest and the oldest of these ages. */
export const grownRange = {
  from: Math.min(...Object.values(grownAt)),
  upTo: Math.max(...Object.values(grownAt)),
};

/** Returns whether the growth plates can be expected to be closed; null if unknown. No class counts as the last. */
export function isGrown(heightClass: HeightClass | null, months: number | null): boolean | null {
  return months === null ? null : months >= grownAtOf(heightClass);
}

/** Returns the age in months at which a dog of a class, or of any class (null), can be expected to be grown. */
export const grownAtOf = (heightClass: HeightClass | null): number =>
  heightClass === null ? grownRange.upTo : grownAt[heightClass];

/** Returns the completed months between two days, `YYYY-MM-DD`; at least 0. */
export function ageInMonths(bornOn: string, on: string): number {
  const [year = 0, month = 0, day = 0] = on.split("-").map(Number);
  const [birthYear = 0, birthMonth = 0, birthDay = 0] = bornOn.split("-").map(Number);
  const months = (year - birthYear) * 12 + month - birthMonth - (day < birthDay ? 1 : 0);
  return Math.max(0, months);
}
