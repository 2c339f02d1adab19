import type { Entry } from "#shared/api/library.ts";

/** Inner size in cm. */
export type Tin = NonNullable<Entry["tin"]>;

export const tinShapes = ["round", "square", "rectangle"] as const;
export type TinShape = (typeof tinShapes)[number];

/** Sides in cm that are believed. */
export const sideRange = { min: 5, max: 100 } as const;

/** Returns the shape of a tin. */
export function shapeOf(tin: Tin): TinShape {
  if ("diameter" in tin) return "round";
  return tin.length === tin.width ? "square" : "rectangle";
}

const area = (tin: Tin): number =>
  "diameter" in tin ? Math.PI * (tin.diameter / 2) ** 2 : tin.length * tin.width;

/** Returns how a recipe is scaled from one tin to another, so that it is as deep in both. */
export const factorOfTins = (from: Tin, to: Tin): number => area(to) / area(from);
