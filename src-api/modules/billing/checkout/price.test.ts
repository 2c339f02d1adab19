import { expect, test } from "vitest";
import type { Line } from "./cart-lines.ts";
import { priceOf } from "./price.ts";

const eur = (amount: number) => ({ amount, currency: "EUR" });
const now = new Date("2026-01-31T12:00:00Z");
const month: Line = {
  sku: "month",
  kind: "membership",
  period: "monthly",
  name: "Month",
  quantity: 1,
  unitPrice: eur(900),
  total: eur(900),
};
const guide: Line = {
  sku: "guide",
  kind: "extra",
  name: "Guide",
  quantity: 2,
  unitPrice: eur(1200),
  total: eur(2400),
};
const off = (amount: number) => ({ code: "SAVE", description: "Save", amount: eur(amount) });

test("the total is the sum of the lines, and the first renewal has its date", () => {
  expect(priceOf([month, guide], null, now)).toMatchObject({
    subtotal: eur(3300),
    dueNow: eur(3300),
    renewal: { price: eur(900), on: "2026-02-28T12:00:00.000Z", period: "monthly" },
  });
});

test("a discount lowers what is due now, not the renewal", () => {
  const { dueNow, renewal } = priceOf([month], off(300), now);
  expect(dueNow).toEqual(eur(600));
  expect(renewal?.price).toEqual(eur(900));
});

test("a discount never makes the total negative", () => {
  expect(priceOf([guide], off(99_999), now).dueNow).toEqual(eur(0));
});

test("a cart without a membership has no renewal", () => {
  expect(priceOf([guide], null, now).renewal).toBeNull();
});
