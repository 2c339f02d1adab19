import { expect, test } from "vitest";
import { invoiceStatuses } from "./schema.ts";
import { invoiceStatus } from "./purchases.ts";
import { isPaid, isPayable } from "./invoices.ts";

const now = new Date("2026-03-01T12:00:00Z");

const later = new Date(now.getTime() + 1);

test.each([
  ["open", later, "open"],
  ["open", now, "expired"],
  ["declined", later, "declined"],
  ["declined", now, "expired"],
  ["pending", now, "pending"],
  ["paid", now, "paid"],
] as const)("an invoice that is %s and expires at %s is %s", (status, expiresAt, expected) => {
  expect(invoiceStatus({ status, expiresAt }, now)).toBe(expected);
});

test.each(invoiceStatuses)("an invoice that is %s is paid, to be paid, or given up", (status) => {
  const invoice = { status, expiresAt: later, userId: "somebody" };
  const isGivenUp = status === "void" || status === "uncollectible";
  const states = [isPaid(invoice), isPayable(invoice, now), isGivenUp];
  expect(states.filter(Boolean)).toHaveLength(1);
});
