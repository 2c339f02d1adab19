import { checkoutOrigins, type Purchase } from "#shared/api/billing.ts";

/*
 * The values that closed columns of the ledger's tables may hold, besides those that the API's contract
 * lists. Types and CHECK constraints derive from these lists.
 */

/** Pages on which a payment can start: the payment page returns there when it is left. */
export const invoiceOrigins = [...checkoutOrigins, "subscription"] as const;

/** "expired" is not stored: it follows from the clock. */
export const invoiceStatuses = [
  "open",
  "pending",
  "paid",
  "declined",
  "void",
  "uncollectible",
] as const satisfies readonly Purchase["status"][];

/** Taken by the provider, settled or not. */
export const paidStatuses = ["pending", "paid"] as const;

/** To be paid, for the first time or again with another card, until the invoice expires. */
export const payableStatuses = ["open", "declined"] as const;

/** Neither paid nor to be paid any more, or paid: nothing is open. */
export const closedStatuses = ["paid", "void", "uncollectible"] as const;

export const paymentStatuses = ["requires_action", "processing", "succeeded", "failed"] as const;

/** An invoice has at most one payment with such a status (unique index `one_live_payment`). */
export const livePaymentStatuses = ["requires_action", "processing", "succeeded"] as const;

export const creditNoteReasons = ["refund", "withdrawal"] as const;
export const refundStatuses = ["processing", "succeeded", "failed"] as const;
