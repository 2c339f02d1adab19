import { expect, test } from "vitest";
import type { Product } from "./schema.ts";
import { cartLines } from "./checkout.ts";

const product = (sku: string, price: number, period: Product["period"] = null): Product => ({
  sku,
  kind: period ? "membership" : "extra",
  period,
  name: { en: `${sku} en`, pl: `${sku} pl` },
  summary: { en: "" },
  delivery: { en: "" },
  deliveredAs: null,
  file: null,
  storedFile: null,
  origin: "brand" as const,
  motif: "paw",
  price,
  currency: "EUR",
  taxRate: 2300,
  trialDays: null,
  taxRates: {},
  position: 0,
  onSale: true,
  revision: 1,
});
const onSale = [
  product("guide", 1200),
  product("month", 900, "monthly"),
  product("year", 9000, "yearly"),
];
const eur = (amount: number) => ({ amount, currency: "EUR" });

test("a line names its product in the caller's language and multiplies its price", () => {
  expect(cartLines([{ sku: "guide", quantity: 3 }], onSale, "pl")).toEqual([
    {
      sku: "guide",
      kind: "extra",
      name: "guide pl",
      quantity: 3,
      unitPrice: eur(1200),
      total: eur(3600),
      taxRate: 2300,
    },
  ]);
});

test("items of the same SKU become one line at the place of the first", () => {
  const items = [
    { sku: "guide", quantity: 1 },
    { sku: "month", quantity: 1 },
    { sku: "guide", quantity: 2 },
  ];
  const lines = cartLines(items, onSale, "en");
  expect(lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ["guide", 3],
    ["month", 1],
  ]);
});

test.each([
  ["an extra added in two tabs", "guide", 10],
  ["a membership added in two tabs", "month", 1],
])("the quantity of %s is capped", (_, sku, cap) => {
  const twice = [
    { sku, quantity: 8 },
    { sku, quantity: 7 },
  ];
  expect(cartLines(twice, onSale, "en")[0]?.quantity).toBe(cap);
});

test("the line of a membership has its period", () => {
  expect(cartLines([{ sku: "year", quantity: 1 }], onSale, "en")[0]?.period).toBe("yearly");
});

test.each([
  ["an empty cart", [], "cart-empty"],
  ["an unknown SKU", ["guide", "gone"], "item-unknown"],
  ["two memberships", ["month", "year"], "validation"],
])("%s is refused", (_, skus, code) => {
  const items = skus.map((sku) => ({ sku, quantity: 1 }));
  expect(() => cartLines(items, onSale, "en")).toThrow(expect.objectContaining({ code }));
});
