import type { Purchase } from "../../../../src-shared/api/billing.ts";
import { paidStatuses, payableStatuses } from "../closed-sets.ts";
import type { PurchaseRow } from "../schema.ts";

type Payable = Pick<PurchaseRow, "status" | "expiresAt">;

/** How long a purchase can be paid, in ms. */
export const purchaseLife = 24 * 60 * 60_000;

/** Returns the latest opening time of purchases that have expired. */
export const lastExpired = (now: Date): Date => new Date(now.getTime() - purchaseLife);

const includes = (statuses: readonly string[], { status }: { status: string }) =>
  statuses.includes(status);

/** Returns the status now: a purchase that was not paid in time has expired. */
export const purchaseStatus = (purchase: Payable, now: Date): Purchase["status"] =>
  includes(payableStatuses, purchase) && purchase.expiresAt <= now ? "expired" : purchase.status;

/** Returns whether a purchase can be paid now, for the first time or again with another card. */
export const isPayable = (purchase: Payable, now: Date): boolean =>
  includes(payableStatuses, purchase) && purchase.expiresAt > now;

/** Returns whether the payment was taken, settled or not. */
export const isPaid = (purchase: Payable): boolean => includes(paidStatuses, purchase);

/** Returns a purchase as its buyer sees it; names are in the language it was bought in. */
export function presentPurchase(row: PurchaseRow, now: Date, paymentUrl: string | null): Purchase {
  return {
    id: row.id,
    status: purchaseStatus(row, now),
    lines: row.lines,
    discount: row.discount,
    total: { amount: row.total, currency: row.currency },
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    receiptNumber: row.receiptNumber,
    paymentUrl,
  };
}
