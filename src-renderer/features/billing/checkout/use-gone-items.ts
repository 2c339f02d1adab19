import { getCatalogue } from "../../../../src-shared/api/billing.ts";
import type { CartItem } from "../../../../src-shared/api/cart.ts";
import { useApiQuery } from "../../../api-client/query.ts";

/** The SKUs among the items that are no longer on sale; asked for once the cart was refused for one. */
export function useGoneItems(items: readonly CartItem[], refused: boolean): ReadonlySet<string> {
  const { data } = useApiQuery(getCatalogue, {}, { enabled: refused });
  if (!refused || !data) return new Set();
  const onSale = new Set([...data.plans, ...data.extras].map(({ sku }) => sku));
  return new Set(items.map(({ sku }) => sku).filter((sku) => !onSale.has(sku)));
}
