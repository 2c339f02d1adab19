import { create } from "zustand";
import { maxQuantity, type CartItem } from "#shared/api/cart.ts";
import type { Discount, Purchase } from "#shared/api/billing.ts";
import { hashText } from "#shared/text-hash.ts";
import { newIdempotencyKey } from "#renderer/api-client/client.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { registerStorage } from "#renderer/session/storages.ts";

/** Purchase state (specification, section 3). Only `purchaseItems` is stored on the device. */
export type PurchaseState = {
  /** The server's description of an accepted code. */
  discount: Discount | null;
  /** The purchase in progress, or the one just confirmed. */
  purchase: Purchase | null;
  purchaseItems: CartItem[];
};

const empty: PurchaseState = { discount: null, purchase: null, purchaseItems: [] };

export const usePurchase = create<PurchaseState>(() => empty);
registerStorage("cart", () => usePurchase.setState(empty));
registerStorage("purchase", () => usePurchase.setState({ purchase: null }));

const restore = () => usePurchase.setState({ purchaseItems: platform.read("purchaseItems") });

/** Restores the cart, and follows other windows. Call once, after `platform.load()`. */
export function startPurchase(): void {
  restore();
  platform.onChange((name) => {
    if (name === "purchaseItems") restore();
  });
}

function setItems(purchaseItems: CartItem[]): void {
  platform.write("purchaseItems", purchaseItems);
  usePurchase.setState({ purchaseItems, discount: null });
}

const items = () => usePurchase.getState().purchaseItems;

/** Adds an item. A second membership replaces the first; adding an extra again increases its quantity. */
export function addToCart(item: CartItem): void {
  const others = items().filter(
    ({ sku, kind }) => sku !== item.sku && !(kind === "membership" && item.kind === "membership"),
  );
  const known = items().find(({ sku }) => sku === item.sku);
  const quantity =
    item.kind === "membership" ? 1 : Math.min((known?.quantity ?? 0) + item.quantity, maxQuantity);
  setItems([...others, { ...item, quantity }]);
}

/** Sets the quantity of an item; 0 removes it. */
export function setQuantity(sku: string, quantity: number): void {
  const wanted = Math.min(Math.max(Math.trunc(quantity), 0), maxQuantity);
  setItems(
    items().flatMap((item) =>
      item.sku !== sku ? [item] : wanted === 0 ? [] : [{ ...item, quantity: wanted }],
    ),
  );
}

export const setDiscount = (discount: Discount | null) => usePurchase.setState({ discount });
export const setPurchase = (purchase: Purchase | null) => usePurchase.setState({ purchase });

/** Stores a confirmed purchase, and clears the cart and the payment in progress. */
export function confirmPurchase(purchase: Purchase): void {
  platform.remove("purchaseItems");
  platform.remove("checkoutAttempt");
  usePurchase.setState({ discount: null, purchase, purchaseItems: [] });
}

/** Returns the idempotency key of an order, the same after a reload: a repeated submit makes no second purchase. */
export function checkoutAttempt(order: unknown): string {
  const mark = hashText(JSON.stringify(order)).toString(36);
  const known = platform.read("checkoutAttempt");
  if (known?.endsWith(`.${mark}`)) return known;
  const key = `${newIdempotencyKey()}.${mark}`;
  platform.write("checkoutAttempt", key);
  return key;
}

/** Ends the payment in progress, so that the next one gets a new key. */
export const endCheckoutAttempt = () => platform.remove("checkoutAttempt");

/** A purchase that the user is thanked for on the page that it opened. */
type Thanks = {
  purchase: Purchase | null;
  /** Path of that page, without query and hash. */
  path: string;
};

const none: Thanks = { purchase: null, path: "" };

export const useThanks = create<Thanks>(() => none);
registerStorage("thanks", () => useThanks.setState(none));

/** Thanks for a purchase on the page that the user is led to. */
export const showThanks = (purchase: Purchase, place: string) =>
  useThanks.setState({ purchase, path: place.replace(/[?#].*/, "") });

export const clearThanks = () => useThanks.setState(none);
