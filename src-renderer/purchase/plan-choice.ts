import type { Period } from "#shared/api/cart.ts";
import type { Plan } from "#shared/api/catalogue.ts";

/** The plan that is offered first, and selected unless the user chose one. */
export const recommended: Period = "yearly";

/** Returns the plans in the order of all pages: the recommended one first. */
export const plansInOrder = (plans: readonly Plan[]): Plan[] =>
  plans.toSorted((a, b) => Number(b.period === recommended) - Number(a.period === recommended));

/** Returns the path of a page with the chosen plan, which registration and login both lead on to. */
export const withPlan = (path: string, plan: Period | null): string =>
  plan ? `${path}?plan=${plan}` : path;
