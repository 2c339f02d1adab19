import { describe, expect, it } from "vitest";
import { formatMoney } from "./money.ts";

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
