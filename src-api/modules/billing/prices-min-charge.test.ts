import { expect, test } from "vitest";
import type { RecurringDiscount } from "#api/modules/membership/schema.ts";
import { chargeOf, isTooSmall, minCharge, type Plan } from "./prices.ts";

test.each([
  ["EUR", 50],
  ["PLN", 200],
  ["JPY", 50],
  ["HUF", 175],
  ["XXX", null],
])("the least charge in %s is in our minor units: %s", (currency, least) => {
  expect(minCharge(currency)).toBe(least);
});

test.each([
  [0, false],
  [1, true],
  [49, true],
  [50, false],
])("%i cents are too little to be charged: %s", (amount, answer) => {
  expect(isTooSmall({ amount, currency: "EUR" })).toBe(answer);
});

const plan = (amount: number, currency: string): Plan => ({
  sku: "month",
  period: "monthly",
  price: { amount, currency },
});
const percent = (value: number): RecurringDiscount => ({
  code: "SAVE",
  description: { en: "Save" },
  kind: "percent",
  value,
  currency: null,
  skus: [],
  left: null,
});

/** Price, currency, discount in per cent, credit: discount, credit used, total, in minor units. */
const table: [number, string, number, number, number, number, number][] = [
  [900, "EUR", 0, 0, 0, 0, 900],
  // A discount that leaves too little takes everything.
  [900, "EUR", 94, 0, 846, 0, 54],
  [900, "EUR", 95, 0, 900, 0, 0],
  [1000, "JPY", 95, 0, 950, 0, 50],
  [1000, "JPY", 96, 0, 1000, 0, 0],
  [3490, "HUF", 95, 0, 3490, 0, 0],
  // Credit is used as far as enough is left to charge, or all is paid.
  [900, "EUR", 0, 850, 0, 850, 50],
  [900, "EUR", 0, 851, 0, 850, 50],
  [900, "EUR", 0, 899, 0, 850, 50],
  [900, "EUR", 0, 900, 0, 900, 0],
  [900, "EUR", 50, 420, 450, 400, 50],
  [1000, "JPY", 0, 960, 0, 950, 50],
  // Of three decimals the last one stays 0: the discount is rounded up, the credit down.
  [3490, "KWD", 15, 0, 530, 0, 2960],
  [3490, "KWD", 0, 1234, 0, 1230, 2260],
  [3490, "KWD", 0, 3499, 0, 3490, 0],
];

test.each(table)("%i %s less %i %% and %i of credit: −%i −%i = %i", (...row) => {
  const [price, currency, off, balance, discount, credit, total] = row;
  const kept = off === 0 ? null : percent(off);
  const charge = chargeOf(plan(price, currency), { discount: kept }, { balance, unused: 0 });
  expect(charge).toMatchObject({ discount, credit, creditChange: 0 - credit, total });
});
