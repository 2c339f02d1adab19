import {
  oldestOrdersFirst,
  orderFilters,
  orderSort,
  type OrderFilter,
  type OrderSort,
} from "#shared/api/orders.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";

/** The orders that the list shows: open ones unless the address names others. */
export const shownOrders = [
  "open",
  "all",
  ...orderFilters.filter((one) => one !== "open"),
] as const;
export type ShownOrders = "all" | OrderFilter;

export function useOrdersAddress() {
  const { params, change } = useAddressParams<"query" | "show" | "sort">();
  const shown: ShownOrders = shownOrders.find((one) => one === params.get("show")) ?? "open";
  const sort: OrderSort = orderSort.safeParse(params.get("sort")).data ?? oldestOrdersFirst;
  return { query: params.get("query") ?? "", shown, sort, change };
}
