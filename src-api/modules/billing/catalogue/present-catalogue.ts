import type { Extra, Plan } from "../../../../src-shared/api/billing.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import type { Product } from "../checkout/cart-lines.ts";
import { localised } from "../../../infra/i18n/localised.ts";

const priceOf = ({ price, currency }: Product) => ({ amount: price, currency });

/** The plans among the products, in the caller's language. */
export const presentPlans = (products: readonly Product[], language: Language): Plan[] =>
  products.flatMap((product) => {
    const { sku, period } = product;
    if (product.kind !== "membership" || !period) return [];
    return [{ sku, period, name: localised(product.name, language), price: priceOf(product) }];
  });

/** The extras among the products, in the caller's language. */
export const presentExtras = (products: readonly Product[], language: Language): Extra[] =>
  products
    .filter(({ kind }) => kind === "extra")
    .map((product) => ({
      sku: product.sku,
      name: localised(product.name, language),
      summary: localised(product.summary, language),
      delivery: localised(product.delivery, language),
      price: priceOf(product),
      motif: product.motif,
    }));
