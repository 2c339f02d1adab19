import { expect, test } from "vitest";
import type { Subscription } from "#api/modules/membership/schema.ts";
import { membershipOf } from "./membership.ts";

const now = new Date("2026-03-15T12:00:00Z");
const startedAt = new Date("2026-03-01T12:00:00Z");
const endsAt = new Date("2026-04-01T12:00:00Z");

const subscription = (changes: Partial<Subscription>): Subscription => ({
  id: "s",
  userId: "u",
  source: "purchase",
  status: "active",
  sku: "month",
  period: "monthly",
  price: 900,
  currency: "EUR",
  startedAt,
  importedAt: null,
  anchorAt: startedAt,
  endsAt,
  endedAt: null,
  cancelAtPeriodEnd: false,
  onTrial: false,
  stoppedByDispute: false,
  nextSku: null,
  nextPeriod: null,
  nextPrice: null,
  discount: null,
  remindedOf: null,
  consideredOf: null,
  ...changes,
});
const grant = {
  source: "grant",
  sku: null,
  period: null,
  price: null,
  currency: null,
} as const;
const eur = (amount: number) => ({ amount, currency: "EUR" });
const charge = { price: eur(900), on: endsAt.toISOString(), period: "monthly" };
const account = { balances: [], card: undefined, unpaid: undefined };
const half = {
  code: "HALF",
  description: { en: "Half" },
  kind: "percent",
  value: 50,
  skus: [],
  currency: null,
  left: 2,
} as const;
const toYearly = { nextSku: "year", nextPeriod: "yearly", nextPrice: 9000 } as const;

test.each<[string, Subscription | undefined, object]>([
  ["nobody's", undefined, { status: "none", nextCharge: null }],
  ["in force", subscription({}), { status: "active", nextCharge: charge }],
  ["cancelled", subscription({ cancelAtPeriodEnd: true }), { status: "ending", nextCharge: null }],
  [
    "over, not marked yet",
    subscription({ endsAt: now, cancelAtPeriodEnd: true }),
    { status: "ended", nextCharge: null },
  ],
  ["about to be renewed", subscription({ endsAt: now }), { status: "active" }],
  [
    "discounted",
    subscription({ discount: { ...half, skus: [] } }),
    { nextCharge: { ...charge, price: eur(450) } },
  ],
  [
    "switched from the next period on",
    subscription(toYearly),
    { nextPeriod: "yearly", nextCharge: { ...charge, price: eur(9000), period: "yearly" } },
  ],
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
  expect(membershipOf(row, account, now)).toMatchObject(expected);
});

test("credit lowers the next charge and is shown", () => {
  expect(membershipOf(subscription({}), { ...account, balances: [eur(250)] }, now)).toMatchObject({
    nextCharge: { price: eur(650) },
    credit: eur(250),
  });
});

test("a renewal that was paid late and is being settled asks for nothing", () => {
  const row = subscription({ status: "past_due", endsAt: new Date("2026-03-10T12:00:00Z") });
  const invoice = { id: "i", total: 900, currency: "EUR", expiresAt: endsAt, nextTryAt: null };
  const pastDueWhile = (status: "open" | "pending") => {
    const unpaid = { invoice: { ...invoice, status }, payment: undefined };
    return membershipOf(row, { ...account, unpaid }, now).pastDue;
  };
  expect(pastDueWhile("open")).toMatchObject({ price: eur(900), needs: "card" });
  expect(pastDueWhile("pending")).toBeNull();
});
