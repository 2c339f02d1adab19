import { getQuote } from "../../../../src-shared/api/billing.ts";
import { useApiQuery } from "../../../api-client/query.ts";

export type QuotedItem = { sku: string; quantity: number };

/** The order as the contract wants it: no display fields. */
export const orderItems = (items: readonly QuotedItem[]): QuotedItem[] =>
  items.map(({ sku, quantity }) => ({ sku, quantity }));

/** What a cart costs now and next; what stood before stays on screen while it is priced anew. */
export const useQuote = (items: readonly QuotedItem[], discountCode?: string) =>
  useApiQuery(
    getQuote,
    { body: { items: orderItems(items), ...(discountCode && { discountCode }) } },
    { enabled: items.length > 0, keepPrevious: true },
  );
