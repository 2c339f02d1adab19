import type { ReadingPosition } from "#shared/api/shelf.ts";

/** Returns the query of a recipe's address that opens its cook mode at a position; `stepInAddress` finds the step. */
export const continueSearch = ({ position, length, hash, search }: ReadingPosition): string =>
  `?${search ? `${search}&` : ""}cook=${[position, length, ...(hash ? [hash] : [])].join(".")}`;
