import type { Board } from "#shared/api/board.ts";

/** Returns a flag that was never turned on, or one that is on. */
export const sampleFlag = (key: Board["flags"]["items"][number]["key"], on = false) => ({
  key,
  on,
  version: 1,
  updatedAt: null,
});
/** A board of a portal with a few members. */
export const sampleBoard: Board = {
  at: "2026-03-01T12:04:00.000Z",
  version: "1.4.2",
  members: 1204,
  joined: 12,
  left: 3,
  pastDue: 2,
  chargedElsewhere: 0,
  revenue: [
    { amount: 90_050, currency: "EUR" },
    { amount: -4_000, currency: "PLN" },
  ],
  failedPayments: 0,
  unanswered: 0,
  stuckJobs: {
    count: 4,
    kinds: [{ name: "billing.renew", count: 4, failed: 0, since: "2026-03-01T10:00:00.000Z" }],
  },
  mostRead: [{ kind: "articles", slug: "weave-entries", title: "Weave entries", readings: 7 }],
  flags: {
    decidedBy: "portal",
    pagesFollow: "portal",
    items: [
      sampleFlag("maintenance-mode"),
      sampleFlag("registration-disabled"),
      sampleFlag("login-disabled"),
    ],
  },
};
