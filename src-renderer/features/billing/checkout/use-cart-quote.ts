import { useEffect, useState } from "react";
import type { QueryFailure } from "../../../api-client/query.ts";
import { setDiscount, usePurchase } from "../../../purchase/purchase-store.ts";
import { useQuote } from "./use-quote.ts";

export const isCodeRefused = (error: QueryFailure | null): boolean =>
  error?.failure.code?.startsWith("discount-") ?? false;

/**
 * The price of the cart with its discount. A code that no longer holds is dropped, and
 * `droppedCode` says why, in the server's words; one that holds is shown with what it takes off now.
 */
export function useCartQuote() {
  const { discount, purchaseItems } = usePurchase();
  const pricing = useQuote(purchaseItems, discount?.code);
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

export type CartQuote = ReturnType<typeof useCartQuote>;
