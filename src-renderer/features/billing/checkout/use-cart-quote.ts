import { useEffect, useState } from "react";
import { setDiscount, usePurchase } from "../../../purchase/purchase-store.ts";
import { useQuote } from "./use-quote.ts";

/**
 * The price of the cart with its discount. A code that no longer holds is dropped, and
 * `droppedCode` says why, in the server's words; one that holds is shown with what it takes off now.
 */
export function useCartQuote() {
  const { discount, purchaseItems } = usePurchase();
  const pricing = useQuote(purchaseItems, discount?.code);
  const [droppedCode, setDroppedCode] = useState<string | null>(null);
  const { data, error, isPlaceholderData } = pricing;
  useEffect(() => {
    if (!error?.failure.code?.startsWith("discount-")) return;
    setDroppedCode(error.failure.message);
    setDiscount(null);
  }, [error]);
  useEffect(() => {
    if (isPlaceholderData || !data?.discount) return;
    setDroppedCode(null);
    setDiscount(data.discount);
  }, [data, isPlaceholderData]);
  return { ...pricing, droppedCode };
}

export type CartQuote = ReturnType<typeof useCartQuote>;
