import { maxQuantity, type CartItem } from "#shared/api/cart.ts";
import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import type { Line, Product } from "../../catalogue/module.ts";

export type OrderItem = Pick<CartItem, "sku" | "quantity">;

/** Adds up the quantities of the same SKU; keeps the order in which SKUs first appear. */
function merge(items: readonly OrderItem[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of items) {
    quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  }
  return quantities;
}

function lineOf(product: Product, wanted: number, language: Language): Line {
  const quantity = Math.min(wanted, product.kind === "membership" ? 1 : maxQuantity);
  const { currency } = product;
  return {
    sku: product.sku,
    kind: product.kind,
    ...(product.period && { period: product.period }),
    name: localised(product.name, language),
    quantity,
    unitPrice: { amount: product.price, currency },
    total: { amount: product.price * quantity, currency },
    taxRate: product.taxRate,
  };
}

/**
 * Returns the priced lines of a cart, names in the caller's language, amounts in minor units. Items of
 * the same SKU become one line; its quantity is limited to 1 for a membership and `maxQuantity` for an
 * extra. Throws `cart-empty`, `item-unknown` for an item not on sale, `validation` for two memberships.
 */
export function cartLines(
  items: readonly OrderItem[],
  onSale: readonly Product[],
  language: Language,
): Line[] {
  if (items.length === 0) throw new ApiError("cart-empty");
  const lines = [...merge(items)].map(([sku, quantity]) => {
    const product = onSale.find((candidate) => candidate.sku === sku);
    if (!product) throw new ApiError("item-unknown");
    return lineOf(product, quantity, language);
  });
  if (lines.filter(({ kind }) => kind === "membership").length > 1) {
    throw new ApiError("validation", { fields: { items: "one-membership" } });
  }
  return lines;
}
