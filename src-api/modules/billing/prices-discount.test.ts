import { describe, expect, test } from "vitest";
import { normaliseCode } from "#shared/api/billing.ts";
import type { DiscountCode } from "./schema.ts";
import { acceptDiscount, discountAmount, type DiscountUses, type Line } from "./prices.ts";

const now = new Date("2026-03-01T12:00:00Z");
const before = new Date("2026-03-01T11:59:59Z");
const after = new Date("2026-03-01T12:00:01Z");

const line = (sku: string, amount: number): Line => ({
  sku,
  kind: "extra",
  name: sku,
  quantity: 1,
  unitPrice: { amount, currency: "EUR" },
  total: { amount, currency: "EUR" },
});
const code = (changes: Partial<DiscountCode>): DiscountCode => ({
  code: "SAVE",
  description: { en: "Save", pl: "Taniej" },
  kind: "percent",
  value: 10,
  currency: null,
  skus: [],
  startsAt: null,
  endsAt: null,
  periods: 1,
  maxRedemptions: null,
  maxPerUser: null,
  ...changes,
});
const unused = { total: 0, own: 0 };
const amountOff = (value: number) => ({ kind: "amount", value, currency: "EUR" }) as const;

describe("the amount of a discount", () => {
  test.each<[string, Partial<DiscountCode>, Line[], number]>([
    ["a share of everything", {}, [line("a", 900), line("b", 100)], 100],
    ["half a cent rounded up", { value: 50 }, [line("a", 101)], 51],
    ["less than half a cent rounded down", { value: 10 }, [line("a", 104)], 10],
    ["rounded once, not line by line", { value: 50 }, [line("a", 101), line("b", 101)], 101],
    ["everything where too little to be charged is left", { value: 95 }, [line("a", 900)], 900],
    [
      "no more than it is good for, however little is left",
      { value: 95, skus: ["a"] },
      [line("a", 900), line("b", 4)],
      900,
    ],
    ["a share of what it is good for", { skus: ["b"] }, [line("a", 900), line("b", 100)], 10],
    ["everything", { value: 100 }, [line("a", 900)], 900],
    ["an amount", amountOff(150), [line("a", 900)], 150],
    [
      "never more than it is good for",
      { ...amountOff(1500), skus: ["b"] },
      [line("a", 900), line("b", 100)],
      100,
    ],
    ["nothing in another currency", { ...amountOff(150), currency: "PLN" }, [line("a", 900)], 0],
  ])("%s", (_, changes, lines, off) => {
    expect(discountAmount(code(changes), lines)).toBe(off);
  });
});

describe("whether a code is accepted", () => {
  test.each<[string, DiscountCode, string]>([
    ["one that ended a second ago", code({ endsAt: before }), "discount-expired"],
    ["one that ends this very moment", code({ endsAt: now }), "discount-expired"],
    ["one that begins in a second", code({ startsAt: after }), "discount-expired"],
    ["one for something else", code({ skus: ["b"] }), "discount-not-applicable"],
  ])("%s is refused", (_, refused, problem) => {
    const accept = () =>
      acceptDiscount(refused, [line("a", 900)], { now, language: "en", uses: unused });
    expect(accept).toThrow(expect.objectContaining({ code: problem }));
  });

  test("a current code with uses left is accepted and returns its discount", () => {
    const good = code({ startsAt: now, endsAt: after, maxRedemptions: 3, maxPerUser: 2 });
    const at = { now, language: "pl", uses: { total: 2, own: 1 } } as const;
    expect(acceptDiscount(good, [line("a", 900)], at)).toEqual({
      code: "SAVE",
      description: "Taniej",
      amount: { amount: 90, currency: "EUR" },
      periods: 1,
    });
  });

  test("a used-up code is refused as expired, or as used when the caller has used it", () => {
    const accept = (uses: DiscountUses, changes: Partial<DiscountCode>) => () =>
      acceptDiscount(code(changes), [line("a", 900)], { now, language: "en", uses });
    const limited = { maxRedemptions: 3, maxPerUser: 2 };
    expect(accept({ total: 3, own: 0 }, limited)).toThrow("discount-expired");
    expect(accept({ total: 2, own: 2 }, limited)).toThrow("discount-used");
    expect(accept({ total: 3, own: 2 }, limited)).toThrow("discount-used");
    expect(accept({ total: 9, own: 9 }, {})).not.toThrow();
  });

  test("case and surrounding blanks of a code do not matter", () => {
    expect(normaliseCode(" welcome10 ")).toBe("WELCOME10");
  });
});
