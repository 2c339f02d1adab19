import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

async function openWindow() {
  vi.resetModules();
  const { platform } = await import("#renderer/platform/current-platform.ts");
  const purchase = await import("./purchase-store.ts");
  const { endSessionHere } = await import("#renderer/session/session-store.ts");
  await platform.load();
  purchase.startPurchase();
  return {
    ...purchase,
    endSessionHere,
    items: () => purchase.usePurchase.getState().purchaseItems,
  };
}

const monthly = {
  sku: "membership-monthly",
  kind: "membership",
  period: "monthly",
  quantity: 1,
} as const;
const yearly = {
  sku: "membership-yearly",
  kind: "membership",
  period: "yearly",
  quantity: 1,
} as const;
const guide = { sku: "guide", kind: "extra", quantity: 1 } as const;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the cart", () => {
  it("holds one membership, which another one replaces", async () => {
    const { addToCart, items } = await openWindow();
    addToCart(monthly);
    addToCart(guide);
    addToCart(yearly);
    expect(items()).toEqual([guide, yearly]);
    addToCart(yearly);
    expect(items()).toEqual([guide, yearly]);
  });

  it("limits extras to ten, and removes them at zero", async () => {
    const { addToCart, setQuantity, items } = await openWindow();
    for (let i = 0; i < 12; i++) addToCart(guide);
    expect(items()[0]?.quantity).toBe(10);
    setQuantity("guide", 2);
    expect(items()[0]?.quantity).toBe(2);
    setQuantity("guide", 0);
    expect(items()).toEqual([]);
  });

  it("keeps neither code nor purchase when another window logs out", async () => {
    const { setDiscount, usePurchase } = await openWindow();
    const { announceSessionEnd } = await import("#renderer/session/session-end.ts");
    setDiscount({ code: "X", description: "", amount: { amount: 1, currency: "EUR" } });
    announceSessionEnd("logged-out", false);
    expect(usePurchase.getState().discount).toBeNull();
  });

  it("drops the accepted code when it changes", async () => {
    const { addToCart, setDiscount, usePurchase } = await openWindow();
    addToCart(guide);
    setDiscount({ code: "X", description: "", amount: { amount: 1, currency: "EUR" } });
    addToCart(yearly);
    expect(usePurchase.getState().discount).toBeNull();
  });
});

describe("the payment in progress", () => {
  const order = { items: [{ sku: "guide", quantity: 1 }] };

  it("keeps its key after a reload, until it ends", async () => {
    const key = (await openWindow()).checkoutAttempt(order);
    const next = await openWindow();
    expect(next.checkoutAttempt(order)).toBe(key);
    next.endCheckoutAttempt();
    expect(next.checkoutAttempt(order)).not.toBe(key);
  });

  it("has a key on a page without https, where browsers have no randomUUID", async () => {
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal("crypto", { getRandomValues });
    const { checkoutAttempt, endCheckoutAttempt } = await openWindow();
    const key = checkoutAttempt(order);
    expect(key.length).toBeGreaterThan(20);
    endCheckoutAttempt();
    expect(checkoutAttempt(order)).not.toBe(key);
  });

  it("gets another key for another order", async () => {
    const { checkoutAttempt } = await openWindow();
    const key = checkoutAttempt(order);
    expect(checkoutAttempt({ items: [{ sku: "guide", quantity: 2 }] })).not.toBe(key);
  });
});
