import { useEffect, useState } from "react";
import { getQuote } from "#shared/api/billing.ts";
import { type QueryFailure, useApiQuery } from "#renderer/api-client/query.ts";
import { setDiscount, usePurchase } from "#renderer/purchase/purchase-store.ts";

export type QuotedItem = { sku: string; quantity: number };

/** Returns the items as the API takes them, without display fields. */
export const orderItems = (items: readonly QuotedItem[]): QuotedItem[] =>
  items.map(({ sku, quantity }) => ({ sku, quantity }));

const useQuote = (items: readonly QuotedItem[], discountCode?: string) =>
  useApiQuery(
    getQuote,
    { body: { items: orderItems(items), ...(discountCode && { discountCode }) } },
    { enabled: items.length > 0, keepPrevious: true },
  );

const isCodeRefused = (error: QueryFailure | null): boolean =>
  error?.failure.code?.startsWith("discount-") ?? false;

/** Queries the price of items. A code that no longer applies is dropped; `droppedCode` is the reason. */
export function useDiscountedQuote(items: readonly QuotedItem[]) {
  const discount = usePurchase((state) => state.discount);
  const pricing = useQuote(items, discount?.code);
  const { data, error, isPlaceholderData } = pricing;
  const refused = isCodeRefused(error);
  const [refusal, setRefusal] = useState<QueryFailure | null>(null);
  if (refused && error !== refusal) setRefusal(error);
  if (!refused && discount && refusal) setRefusal(null);
  useEffect(() => {
    if (refused) setDiscount(null);
  }, [refused]);
  useEffect(() => {
    if (!isPlaceholderData && data?.discount) setDiscount(data.discount);
  }, [data, isPlaceholderData]);
  return {
    ...pricing,
    error: refused ? null : error,
    droppedCode: refusal?.failure.message ?? null,
  };
}

export type DiscountedQuote = ReturnType<typeof useDiscountedQuote>;
