import { getMembership, listPurchases, type Purchase } from "../../../../src-shared/api/billing.ts";
import { refresh } from "../../../api-client/query.ts";
import { platform } from "../../../platform/current-platform.ts";
import {
  addToCart,
  confirmPurchase,
  setPurchase,
  usePurchase,
} from "../../../purchase/purchase-store.ts";

export const includesMembership = ({ lines }: Purchase): boolean =>
  lines.some(({ kind }) => kind === "membership");

/**
 * Notes that a purchase was paid: what was bought leaves the cart, the rest stays in it. Without a
 * payment under way on this device it was noted before, and a new cart is left alone.
 */
export function finishPurchase(purchase: Purchase): void {
  void refresh(getMembership);
  void refresh(listPurchases);
  if (platform.read("checkoutAttempt") === null) return setPurchase(purchase);
  const bought = new Set(purchase.lines.map(({ sku }) => sku));
  const rest = usePurchase
    .getState()
    .purchaseItems.filter(
      ({ sku, kind }) =>
        !bought.has(sku) && !(kind === "membership" && includesMembership(purchase)),
    );
  confirmPurchase(purchase);
  rest.forEach(addToCart);
}
