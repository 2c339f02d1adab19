import type { Place } from "#shared/api/shelf.ts";

/** Returns the query of a recipe's address that opens its cook mode at a place; `stepInAddress` finds the step. */
export const continueSearch = ({ position, length, hash, search }: Place): string =>
  `?${search ? `${search}&` : ""}cook=${[position, length, ...(hash ? [hash] : [])].join(".")}`;
