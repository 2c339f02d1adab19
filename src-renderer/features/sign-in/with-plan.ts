import type { Period } from "#shared/api/cart.ts";

/** Returns the path of a page with the chosen plan, which registration and login both lead on to. */
export const withPlan = (path: string, plan: Period | null): string =>
  plan ? `${path}?plan=${plan}` : path;
