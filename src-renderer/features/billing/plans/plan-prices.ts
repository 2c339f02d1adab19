import type { Plan } from "../../../../src-shared/api/billing.ts";
import type { Money } from "../../../../src-shared/money.ts";

/** The price over the other period, to compare by: twelve months of it, or a twelfth rounded up. */
export function comparablePrice({ period, price }: Plan): Money {
  const amount = period === "monthly" ? price.amount * 12 : Math.ceil(price.amount / 12);
  return { amount, currency: price.currency };
}
