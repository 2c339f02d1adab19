import type { Catalogue, Plan } from "#shared/api/catalogue.ts";
import type { Period } from "#shared/api/cart.ts";
import type { Money } from "#shared/money.ts";

/** Returns the plan of a period; null while the catalogue is missing or lacks it. */
export const planOf = (catalogue: Catalogue | undefined, period: Period): Plan | null =>
  catalogue?.plans.find((plan) => plan.period === period) ?? null;

/** Returns the price of the other period for comparison: twelve months, or a twelfth rounded up. */
export function comparablePrice({ period, price }: Plan): Money {
  const amount = period === "monthly" ? price.amount * 12 : Math.ceil(price.amount / 12);
  return { amount, currency: price.currency };
}

/** Returns how many months the yearly saving is worth; 0 unless they are whole months. */
export function freeMonths(catalogue: Catalogue): number {
  const month = planOf(catalogue, "monthly")?.price.amount ?? 0;
  const months = month > 0 ? catalogue.yearlySaving.amount / month : 0;
  return Number.isInteger(months) ? months : 0;
}
