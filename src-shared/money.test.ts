import { describe, expect, it } from "vitest";
import { decimalAmount, formatMoney, moneyOf, typedAmount } from "./money.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("formatMoney", () => {
  it.each([
    [900, "EUR", "en", "€9"],
    [950, "EUR", "en", "€9.50"],
    [9000, "EUR", "pl", "90 €"],
    [1205, "EUR", "pl", "12,05 €"],
    [500, "JPY", "en", "¥500"],
    [-150, "EUR", "en", "−€1.50"],
    [-1500, "EUR", "pl", "−15 €"],
  ])("%d %s in %s", (amount, currency, language, expected) => {
    expect(plain(formatMoney({ amount, currency }, language))).toBe(expected);
  });
});

describe("plain decimal numbers", () => {
  it.each([
    ["9", "EUR", 900, "9.00"],
    ["9.5", "EUR", 950, "9.50"],
    ["0.05", "EUR", 5, "0.05"],
    ["500", "JPY", 500, "500"],
  ])("%s %s is %d", (text, currency, amount, written) => {
    expect(moneyOf(text, currency)).toEqual({ amount, currency });
    expect(decimalAmount({ amount, currency })).toBe(written);
  });

  it.each([
    ["9.505", "EUR"],
    ["9.5", "JPY"],
    ["", "EUR"],
    ["-1", "EUR"],
    ["1e3", "EUR"],
    ["1,5", "EUR"],
  ])("%j is no amount of %s", (text, currency) => {
    expect(moneyOf(text, currency)).toBeNull();
  });
});

it.each([
  [950, "EUR", "en", "9.50"],
  [123450, "EUR", "pl", "1234,50"],
  [500, "JPY", "pl", "500"],
])("%d %s is typed in %s as %s", (amount, currency, language, expected) => {
  expect(typedAmount({ amount, currency }, language)).toBe(expected);
});
