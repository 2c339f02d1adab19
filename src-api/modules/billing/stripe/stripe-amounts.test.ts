import { expect, test } from "vitest";
import { amountOf, stripeAmount } from "./stripe-objects.ts";

test.each([
  ["EUR", 1050, 1050],
  ["JPY", 500, 500],
  ["HUF", 4990, 499_000],
  ["ISK", 900, 90_000],
  ["KWD", 5120, 5120],
])("%s: %i of our minor units are %i of Stripe's", (currency, ours, theirs) => {
  expect(stripeAmount({ amount: ours, currency })).toBe(theirs);
  expect(amountOf(theirs, currency.toLowerCase())).toEqual({ amount: ours, currency });
});

test("an amount that Stripe cannot express is not rounded", () => {
  expect(() => stripeAmount({ amount: 5125, currency: "KWD" })).toThrow(
    "Stripe cannot charge 5125 minor units of KWD.",
  );
});
