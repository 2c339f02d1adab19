import { expect, test } from "vitest";
import type { Line } from "./cart-lines.ts";
import { priceOf } from "./price.ts";
import { receiptNumber } from "../invoices/receipt-number.ts";
import { yearlySaving } from "../catalogue/yearly-saving.ts";

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

test("the lines are summed up, and the first renewal is told", () => {
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

test("a cart without a membership renews nothing", () => {
  expect(priceOf([guide], null, now).renewal).toBeNull();
});

test.each([
  [[900, 9000], 1800],
  [[900, 10_800], 0],
  [[900, 12_000], 0],
  [[900], 0],
])("a year saves what it costs less than twelve months: %j", ([monthly, yearly], saving) => {
  const plan = (period: "monthly" | "yearly", amount: number | undefined) =>
    amount === undefined ? [] : [{ sku: period, period, name: period, price: eur(amount) }];
  expect(yearlySaving([...plan("monthly", monthly), ...plan("yearly", yearly)])).toEqual(
    eur(saving),
  );
});

test("a receipt's number holds the year in UTC and does not end at a million", () => {
  expect(receiptNumber("RS", "123", new Date("2026-12-31T23:59:00Z"))).toBe("RS-2026-000123");
  expect(receiptNumber("RS", 1_234_567, new Date("2027-01-01T00:00:00Z"))).toBe("RS-2027-1234567");
});
