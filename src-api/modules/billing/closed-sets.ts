import type { Purchase } from "../../../src-shared/api/billing.ts";

/*
 * The values that closed columns of billing's tables may hold, besides those that the API's contract
 * lists. Types and CHECK constraints derive from these lists.
 */

export const discountKinds = ["percent", "amount"] as const;

/** "expired" is not stored: it follows from the clock. */
export const storedPurchaseStatuses = [
  "open",
  "pending",
  "paid",
  "declined",
] as const satisfies readonly Purchase["status"][];

/** Taken by the provider, settled or not. */
export const paidStatuses = ["pending", "paid"] as const;

/** To be paid, for the first time or again with another card, until the purchase expires. */
export const payableStatuses = ["open", "declined"] as const;

export const chargeStatuses = ["settling", "settled", "failed"] as const;

export const subscriptionStatuses = ["pending", "active", "ended"] as const;

/** A user has at most one subscription with such a status (unique index `one_live_subscription`). */
export const liveStatuses = ["pending", "active"] as const;
