import { setDiscount, setQuantity, usePurchase } from "../../../purchase/purchase-store.ts";

/** Sets how many of an item are wanted, 0 for none. The accepted code stays to be priced anew. */
export function changeQuantity(sku: string, quantity: number): void {
  const { discount } = usePurchase.getState();
  setQuantity(sku, quantity);
  if (usePurchase.getState().purchaseItems.length > 0) setDiscount(discount);
}
