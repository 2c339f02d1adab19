import { expect, test } from "vitest";
import type { DiscountCode } from "./schema.ts";
import type { Line } from "./prices.ts";
import { priceOf } from "./checkout.ts";

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
const code = (value: number, periods: number | null): DiscountCode => ({
  code: "SAVE",
  description: { en: "Save" },
  kind: "amount",
  value,
  currency: "EUR",
  skus: [],
  startsAt: null,
  endsAt: null,
  periods,
  maxRedemptions: null,
  maxPerUser: null,
});
const accepted = (amount: number, periods: number | null = 1) => ({
  code: code(amount, periods),
  discount: { code: "SAVE", description: "Save", amount: eur(amount), periods },
});

test("the total is the sum of the lines, and the first renewal has its date", () => {
  expect(priceOf([month, guide], null, now)).toMatchObject({
    subtotal: eur(3300),
    dueNow: eur(3300),
    renewal: { price: eur(900), on: "2026-02-28T12:00:00.000Z", period: "monthly" },
  });
});

test.each([
  [1, 900],
  [2, 600],
  [null, 600],
])("a discount of %s payments lowers what is due now, and renewals to %i", (periods, renewed) => {
  const { dueNow, renewal } = priceOf([month], accepted(300, periods), now);
  expect(dueNow).toEqual(eur(600));
  expect(renewal).toMatchObject({ price: eur(renewed), regularPrice: eur(900) });
});

test("the lines share a discount in proportion to their prices", () => {
  const { lines } = priceOf([month, guide], accepted(1000), now);
  expect(lines.map(({ discount }) => discount)).toEqual([273, 727]);
});

test("a cart without a membership has no renewal", () => {
  expect(priceOf([guide], null, now).renewal).toBeNull();
});
