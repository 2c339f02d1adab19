import type { Place } from "../../../../../src-shared/api/shelf.ts";
import { hashText } from "../../../../../src-shared/text-hash.ts";
import type { Step } from "./steps.ts";

const hashOf = ({ text }: Step) => hashText(text).toString(36);

/** Returns the place at a step, counted from 1. */
export function placeOfStep(steps: readonly Step[], number: number): Place | null {
  const step = steps[number - 1];
  return step ? { position: number, length: steps.length, hash: hashOf(step) } : null;
}

/**
 * Returns the number of the step at a place in a recipe that may have changed since: the one that says the same,
 * else the same one of as many, as in a translation; null if it cannot be told.
 */
export function stepAtPlace(steps: readonly Step[], place: Place | null): number | null {
  if (!place) return null;
  const { position, length, hash } = place;
  const same = steps.flatMap((step, i) => (hashOf(step) === hash ? [i + 1] : []));
  const nearest = same.toSorted((a, b) => Math.abs(a - position) - Math.abs(b - position))[0];
  if (nearest !== undefined) return nearest;
  return steps.length === length && position >= 1 && position <= length ? position : null;
}
