import { expect, test } from "vitest";
import { defaultBrandDir, readBrand } from "#api/brand.ts";
import { answerTo, checkCard } from "./sandbox.ts";

const brand = await readBrand(defaultBrandDir);
const today = "2026-03-31";
const card = { number: "4242 4242 4242 4242", expiry: "04/26", cvc: "123" };

test.each([
  ["4242424242424242", "succeeds"],
  ["4000-0000-0000-0002", "declined"],
  [" 4000 0000 0000 0341 ", "settlesLate"],
  ["4000 0027 6000 3184", "secondStep"],
  ["4000 0000 0000 9995", "insufficientFunds"],
  ["4000 0000 0000 0069", "expiredCard"],
  ["4000 0000 0000 9979", "failsAtRenewal"],
  ["4000 0025 0000 3155", "secondStepAtRenewal"],
])("a payment with card %s: %s", (number, outcome) => {
  expect(checkCard({ ...card, number }, today)).toMatchObject({ outcome });
});

test.each(["03/26", "3/26", "03 / 2026", "0326"])(
  "a card is good until its month ends: %s",
  (expiry) => {
    expect(checkCard({ ...card, expiry }, today)).toMatchObject({ outcome: "succeeds" });
  },
);

test.each([
  [{ number: "" }, { number: "numberFormat" }],
  [{ number: "4242 4242 4242 424x" }, { number: "numberFormat" }],
  [{ number: "5555 5555 5555 4444" }, { number: "numberUnknown" }],
  [{ expiry: "02/26" }, { expiry: "expired" }],
  [{ expiry: "13/30" }, { expiry: "expiryFormat" }],
  [{ expiry: "soon" }, { expiry: "expiryFormat" }],
  [{ cvc: "12" }, { cvc: "cvcFormat" }],
  [
    { number: "1", expiry: "", cvc: "" },
    { number: "numberFormat", expiry: "expiryFormat", cvc: "cvcFormat" },
  ],
])("a wrong field has its error: %j", (changes, errors) => {
  expect(checkCard({ ...card, ...changes }, today)).toEqual({ errors });
});

test.each([
  ["Europe/Warsaw", "2026-12-31T22:59:59Z", "accepts"],
  ["Europe/Warsaw", "2026-12-31T23:00:00Z", "wrong"],
  ["America/New_York", "2027-01-01T04:59:59Z", "accepts"],
  ["America/New_York", "2027-01-01T05:00:00Z", "wrong"],
])("a card is good until its month ends in %s: at %s", (timeZone, time, answer) => {
  const seller = { now: () => new Date(time), brand: { ...brand, timeZone } };
  expect(answerTo({ ...card, expiry: "12/26" }, seller)).toMatchObject({ answer });
});
