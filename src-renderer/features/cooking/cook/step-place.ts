import type { Place } from "#shared/api/shelf.ts";
import { hashText } from "#shared/text-hash.ts";
import { readNumber } from "#renderer/components/step-mode/use-step-address.ts";
import type { Step } from "./steps.ts";

const hashOf = ({ text }: Step) => hashText(text).toString(36);

/** Parameters of a recipe's address that say how it is scaled. */
const sizes = ["portions", "units", "dog"] as const;

/** Returns the place at a step, counted from 1, in a recipe that is scaled as its address says. */
export function placeOfStep(steps: readonly Step[], number: number, address = ""): Place | null {
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

/** Returns the step of a stored position: the one with the same text, else the same number if the count is unchanged, else null. */
export function stepAtPlace(steps: readonly Step[], place: Place | null): number | null {
  if (!place) return null;
  const { position, length, hash } = place;
  const same = steps.flatMap((step, i) => (hashOf(step) === hash ? [i + 1] : []));
  const nearest = same.toSorted((a, b) => Math.abs(a - position) - Math.abs(b - position))[0];
  if (nearest !== undefined) return nearest;
  return steps.length === length && position >= 1 && position <= length ? position : null;
}

/** Returns the step that an address names by number or place; the ingredients if too much changed; or null. */
export function stepInAddress(steps: readonly Step[], text: string): number | null {
  const number = readNumber(text);
  if (number !== null) return Math.min(number, steps.length);
  const [, position, length, hash] = /^(\d{1,7})\.(\d{1,7})(?:\.([\w-]{1,16}))?$/.exec(text) ?? [];
  if (position === undefined) return null;
  const place = { position: Number(position), length: Number(length), ...(hash && { hash }) };
  return stepAtPlace(steps, place) ?? 0;
}
