import type { Entry } from "#shared/api/library.ts";

export type Ingredient = NonNullable<Entry["ingredients"]>[number];

export const unitSystems = ["metric", "us"] as const;
export type UnitSystem = (typeof unitSystems)[number];

type Unit = Ingredient["unit"] | "cup" | "oz" | "lb";

/** A quantity that scales, cups and spoons can measure. */
export type Measure = { quantity: number; unit: Unit };

const gramsOfOunce = 28.3495;
const ouncesOfPound = 16;
const mlOfTeaspoon = 4.92892;
const teaspoonsOf = { tsp: 1, tbsp: 3, cup: 48 };

/** Parts of one that kitchens have spoons and cups for, besides ⅛, which exists below one only. */
const parts = [0, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1];

const nearest = (value: number, among: readonly number[]) =>
  among.reduce((best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best));

/** Rounds to a step, and never to zero. */
const toStep = (value: number, step: number) => Math.max(step, Math.round(value / step) * step);

/** Rounds to a fraction of spoons and cups, from ten on to halves, and never to zero. */
function toFraction(value: number): number {
  if (value >= 10) return toStep(value, 1 / 2);
  if (value < 1) return nearest(value, [1 / 8, ...parts.slice(1)]);
  const whole = Math.floor(value);
  return whole + nearest(value - whole, parts);
}

/** Rounds g or ml to what kitchen scales show. */
function toScale(value: number): number {
  if (value >= 100) return toStep(value, 5);
  return toStep(value, value >= 10 ? 1 : 0.5);
}

/** Returns a volume in the largest of spoons and cups that it fills well. */
function spoons(teaspoons: number, withCups: boolean): Measure {
  const unit =
    withCups && teaspoons >= teaspoonsOf.cup / 4 ? "cup" : teaspoons >= 2.9 ? "tbsp" : "tsp";
  return { quantity: toFraction(teaspoons / teaspoonsOf[unit]), unit };
}

/** Returns a weight in ounces, from a pound on in pounds and whole ounces. */
function ounces(grams: number): Measure[] {
  const total = grams / gramsOfOunce;
  const whole = Math.round(total);
  if (whole < ouncesOfPound) {
    return [{ quantity: total < 4 ? toStep(total, 1 / 4) : toStep(total, 1 / 2), unit: "oz" }];
  }
  const remaining = whole % ouncesOfPound;
  const pounds: Measure = { quantity: Math.floor(whole / ouncesOfPound), unit: "lb" };
  return remaining > 0 ? [pounds, { quantity: remaining, unit: "oz" }] : [pounds];
}

type Quantity = Pick<Ingredient, "quantity" | "unit">;

/**
 * Returns what to measure of an ingredient when the recipe is scaled by a factor: as it is written for
 * factor 1 in metric units, else rounded to what kitchens can measure, never to zero. Pieces are halved
 * at most. US units: ounces and pounds for g, cups and spoons for ml.
 */
export function measure({ quantity, unit }: Quantity, factor: number, system: UnitSystem) {
  const amount = quantity * factor;
  const isUs = system === "us";
  if (factor === 1 && (!isUs || unit === "pc")) return [{ quantity, unit }];
  if (unit === "pc") return [{ quantity: toStep(amount, 1 / 2), unit }];
  if (unit === "tsp" || unit === "tbsp") return [spoons(amount * teaspoonsOf[unit], isUs)];
  if (!isUs) return [{ quantity: toScale(amount), unit }];
  return unit === "g" ? ounces(amount) : [spoons(amount / mlOfTeaspoon, true)];
}

const glyphs: readonly (readonly [number, string])[] = [
  [1 / 8, "⅛"],
  [1 / 4, "¼"],
  [1 / 3, "⅓"],
  [1 / 2, "½"],
  [2 / 3, "⅔"],
  [3 / 4, "¾"],
];

/** Returns a number with a kitchen fraction: "2½". `format` writes whole numbers, and others that lack one. */
export function kitchenNumber(value: number, format: (value: number) => string): string {
  const whole = Math.floor(value);
  const glyph = glyphs.find(([part]) => Math.abs(value - whole - part) < 0.01)?.[1];
  if (glyph === undefined) return format(Math.round(value * 10) / 10);
  return (whole > 0 ? format(whole) : "") + glyph;
}

/** Returns the quantity of a measure as a text: fractions for spoons and cups, decimals for scales. */
export const quantityText = ({ quantity, unit }: Measure, format: (value: number) => string) =>
  unit === "g" || unit === "ml" ? format(quantity) : kitchenNumber(quantity, format);
