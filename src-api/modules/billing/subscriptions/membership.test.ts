import { expect, test } from "vitest";
import type { Subscription } from "../schema.ts";
import { membershipOf } from "./membership.ts";

const now = new Date("2026-03-15T12:00:00Z");
const startedAt = new Date("2026-03-01T12:00:00Z");
const endsAt = new Date("2026-04-01T12:00:00Z");

const subscription = (changes: Partial<Subscription>): Subscription => ({
  id: "s",
  userId: "u",
  source: "purchase",
  status: "active",
  period: "monthly",
  price: 900,
  currency: "EUR",
  startedAt,
  endsAt,
  cancelAtPeriodEnd: false,
  invoiceId: "p",
  ...changes,
});
const grant = {
  source: "grant",
  period: null,
  price: null,
  currency: null,
  invoiceId: null,
} as const;
const charge = { price: { amount: 900, currency: "EUR" }, on: endsAt.toISOString() };

test.each<[string, Subscription | undefined, object]>([
  ["nobody's", undefined, { status: "none", nextCharge: null }],
  ["in force", subscription({}), { status: "active", nextCharge: charge }],
  ["cancelled", subscription({ cancelAtPeriodEnd: true }), { status: "ending", nextCharge: null }],
  ["over, not marked yet", subscription({ endsAt: now }), { status: "ended", nextCharge: null }],
  ["over", subscription({ status: "ended" }), { status: "ended", nextCharge: null }],
  [
    "waiting for its payment",
    subscription({ status: "pending", endsAt: null }),
    { status: "pending", startedAt: null, endsAt: null, nextCharge: null },
  ],
  [
    "granted without end",
    subscription({ ...grant, endsAt: null }),
    { status: "active", source: "grant", endsAt: null, nextCharge: null },
  ],
  ["granted until a day", subscription(grant), { status: "active", nextCharge: null }],
])("a membership that is %s is presented as such", (_, row, expected) => {
  expect(membershipOf(row, { now, testMode: false })).toMatchObject(expected);
});

test("a membership that is paid in test mode has an end and no next charge", () => {
  expect(membershipOf(subscription({}), { now, testMode: true })).toMatchObject({
    status: "active",
    endsAt: endsAt.toISOString(),
    nextCharge: null,
  });
});
