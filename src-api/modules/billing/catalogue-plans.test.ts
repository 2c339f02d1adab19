import { expect, test } from "vitest";
import { yearlySaving } from "./catalogue.ts";

const eur = (amount: number) => ({ amount, currency: "EUR" });

test.each([
  [[900, 9000], 1800],
  [[900, 10_800], 0],
  [[900, 12_000], 0],
  [[900], 0],
])("the saving of a year compared with twelve months: %j", ([monthly, yearly], saving) => {
  const plan = (period: "monthly" | "yearly", amount: number | undefined) =>
    amount === undefined ? [] : [{ sku: period, period, name: period, price: eur(amount) }];
  expect(yearlySaving([...plan("monthly", monthly), ...plan("yearly", yearly)])).toEqual(
    eur(saving),
  );
});
