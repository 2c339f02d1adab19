import { useEffect, useState } from "react";
import type { QueryFailure } from "../../../api-client/query.ts";
import { setDiscount, usePurchase } from "../../../purchase/purchase-store.ts";
import { useQuote, type QuotedItem } from "./use-quote.ts";

export const isCodeRefused = (error: QueryFailure | null): boolean =>
  error?.failure.code?.startsWith("discount-") ?? false;

/**
 * The price of items with the discount. A code that no longer holds is dropped, and
 * `droppedCode` says why, in the server's words; one that holds is shown with what it takes off now.
 */
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
  return { ...pricing, droppedCode: refusal?.failure.message ?? null };
}

export type DiscountedQuote = ReturnType<typeof useDiscountedQuote>;
