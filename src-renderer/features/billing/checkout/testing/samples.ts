import type { Purchase, Quote } from "#shared/api/billing.ts";
import type { CartItem } from "#shared/api/cart.ts";
import type { User } from "#shared/api/user.ts";
import type { ErrorCode } from "#shared/api/errors.ts";

const euros = (amount: number) => ({ amount: amount * 100, currency: "EUR" });

/** A user without a membership. */
export const sam: User = {
  id: "u1",
  name: "Sam",
  email: "sam@example.com",
  roles: [],
  subscriptionOwned: false,
  subscriptionPending: false,
  subscriptionPastDue: false,
};

export const workbook: CartItem = { sku: "workbook", kind: "extra", quantity: 1, name: "Workbook" };

const workbookLine = {
  sku: "workbook",
  kind: "extra" as const,
  name: "Workbook",
  quantity: 1,
  unitPrice: euros(12),
  total: euros(12),
};

/** The price of a cart with the workbook. */
export const workbookQuote: Quote = {
  lines: [workbookLine],
  subtotal: euros(12),
  discount: null,
  dueNow: euros(12),
  renewal: null,
  termsVersion: "2026-11-01",
  paymentsAvailable: true,
  testMode: true,
};

const id = "3ee195ff-b73d-4103-82f8-9c774e0f6844";

/** An unpaid purchase of that cart. */
export const openPurchase: Purchase = {
  id,
  reason: "checkout",
  status: "open",
  lines: [workbookLine],
  discount: null,
  credit: euros(0),
  total: euros(12),
  covers: null,
  creditNotes: [],
  withdrawnAt: null,
  createdAt: "2026-11-21T10:00:00Z",
  paidAt: null,
  receiptNumber: null,
  paymentUrl: `/api/payments/sandbox/${id}`,
};

/** The same purchase, paid. */
export const paidPurchase: Purchase = {
  ...openPurchase,
  status: "paid",
  paidAt: "2026-11-21T10:01:00Z",
  receiptNumber: "R-1",
  paymentUrl: null,
};

/** An answer of the server that refuses a request. */
export const refusal = (code: ErrorCode, message = "") => ({
  error: { kind: "rejected" as const, status: 422, code, message },
});
