import type { Extra, Plan } from "#shared/api/catalogue.ts";
import type { Language } from "#shared/languages.ts";
import type { Money } from "#shared/money.ts";
import { localised } from "../../infra/i18n/localised.ts";
import type { Product } from "./schema.ts";

const priceOf = ({ price, currency }: Product): Money => ({ amount: price, currency });

/** Returns the plans among the products, in the caller's language. */
export const presentPlans = (products: readonly Product[], language: Language): Plan[] =>
  products.flatMap((product) => {
    const { sku, period } = product;
    if (product.kind !== "membership" || !period) return [];
    return [{ sku, period, name: localised(product.name, language), price: priceOf(product) }];
  });

/** Returns the extras among the products, in the caller's language. */
export const presentExtras = (products: readonly Product[], language: Language): Extra[] =>
  products
    .filter(({ kind }) => kind === "extra")
    .map((product) => ({
      sku: product.sku,
      name: localised(product.name, language),
      summary: localised(product.summary, language),
      delivery: localised(product.delivery, language),
      ...(product.deliveredAs === "file" && { isDigital: true }),
      price: priceOf(product),
      motif: product.motif,
    }));

/** Returns how much less a year costs than twelve months; zero unless both plans are on sale. */
export function yearlySaving(plans: readonly Plan[]): Money {
  const find = (period: Plan["period"]) => plans.find((plan) => plan.period === period)?.price;
  const monthly = find("monthly");
  const yearly = find("yearly");
  const saved = monthly && yearly ? 12 * monthly.amount - yearly.amount : 0;
  return { amount: Math.max(0, saved), currency: plans[0]?.price.currency ?? "EUR" };
}
