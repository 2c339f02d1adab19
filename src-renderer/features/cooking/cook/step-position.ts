import type { ReadingPosition } from "#shared/api/shelf.ts";
import { hashText } from "#shared/text-hash.ts";
import { readNumber } from "#renderer/components/step-mode/use-step-address.ts";
import type { Step } from "./steps.ts";

const hashOf = ({ text }: Step) => hashText(text).toString(36);

/** Query parameters that scale a recipe. */
const sizes = ["portions", "units", "dog"] as const;

/** Returns the reading position for a step (from 1), with the scaling in the page's query; null without such a step. */
export function positionOfStep(
  steps: readonly Step[],
  number: number,
  address = "",
): ReadingPosition | null {
  const step = steps[number - 1];
  if (!step) return null;
  const params = new URLSearchParams(address);
  const kept = sizes.flatMap((name) => {
    const text = params.get(name) ?? "";
    return /^[\w.-]{1,36}$/.test(text) ? `${name}=${text}` : [];
  });
  const place = { position: number, length: steps.length, hash: hashOf(step) };
  return { ...place, ...(kept.length > 0 && { search: kept.join("&") }) };
}

/** Finds the step of a position: the nearest with the same text, else by number if there are as many steps; or null. */
export function stepAtPosition(
  steps: readonly Step[],
  place: ReadingPosition | null,
): number | null {
  if (!place) return null;
  const { position, length, hash } = place;
  const same = steps.flatMap((step, i) => (hashOf(step) === hash ? [i + 1] : []));
  const nearest = same.toSorted((a, b) => Math.abs(a - position) - Math.abs(b - position))[0];
  if (nearest !== undefined) return nearest;
  return steps.length === length && position >= 1 && position <= length ? position : null;
}

/** Parses `?cook=`: a step number, or a position (0, the ingredients, if its step is gone); null for anything else. */
export function stepInAddress(steps: readonly Step[], text: string): number | null {
  const number = readNumber(text);
  if (number !== null) return Math.min(number, steps.length);
  const [, position, length, hash] = /^(\d{1,7})\.(\d{1,7})(?:\.([\w-]{1,16}))?$/.exec(text) ?? [];
  if (position === undefined) return null;
  const place = { position: Number(position), length: Number(length), ...(hash && { hash }) };
  return stepAtPosition(steps, place) ?? 0;
}
