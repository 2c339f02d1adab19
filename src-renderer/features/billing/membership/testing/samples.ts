import type { Membership } from "#shared/api/membership.ts";

const end = "2026-12-16T12:00:00Z";

/** A monthly membership that was bought and renews. */
export const activeMembership: Membership = {
  status: "active",
  source: "purchase",
  period: "monthly",
  startedAt: "2026-11-16T12:00:00Z",
  endsAt: end,
  nextCharge: { price: { amount: 900, currency: "EUR" }, on: end, period: "monthly" },
  nextPeriod: null,
  pastDue: null,
  card: { kind: "card", brand: "Visa", last4: "4242", expMonth: 4, expYear: 2030 },
  credit: null,
};

/** The same one, when its renewal was declined. */
export const pastDueMembership: Membership = {
  ...activeMembership,
  status: "past-due",
  nextCharge: null,
  pastDue: {
    purchaseId: "3ee195ff-b73d-4103-82f8-9c774e0f6844",
    price: { amount: 900, currency: "EUR" },
    endsOn: "2026-12-30T12:00:00Z",
    nextTryOn: "2026-12-17T12:00:00Z",
    needs: "card",
  },
};

export const noMembership: Membership = {
  status: "none",
  source: null,
  period: null,
  startedAt: null,
  endsAt: null,
  nextCharge: null,
  nextPeriod: null,
  pastDue: null,
  card: null,
  credit: null,
};
