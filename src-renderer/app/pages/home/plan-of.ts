import type { Catalogue, Plan } from "../../../../src-shared/api/billing.ts";

/** The plan of a period, where the catalogue is there and has it. */
export const planOf = (catalogue: Catalogue | undefined, period: Plan["period"]): Plan | null =>
  catalogue?.plans.find((plan) => plan.period === period) ?? null;
