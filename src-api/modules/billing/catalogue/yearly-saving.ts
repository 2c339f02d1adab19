import type { Plan } from "../../../../src-shared/api/billing.ts";
import type { Money } from "../../../../src-shared/money.ts";

/** What a year costs less than twelve months; nothing while one of the plans is not on sale. */
export function yearlySaving(plans: readonly Plan[]): Money {
  const priceOf = (period: Plan["period"]) => plans.find((plan) => plan.period === period)?.price;
  const monthly = priceOf("monthly");
  const yearly = priceOf("yearly");
  const saved = monthly && yearly ? 12 * monthly.amount - yearly.amount : 0;
  return { amount: Math.max(0, saved), currency: plans[0]?.price.currency ?? "EUR" };
}
