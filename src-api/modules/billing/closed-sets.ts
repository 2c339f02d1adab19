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

export const chargeStatuses = ["settling", "settled", "failed"] as const;

export const subscriptionStatuses = ["pending", "active", "ended"] as const;
