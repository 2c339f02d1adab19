import type { Purchase } from "../../../../src-shared/api/billing.ts";
import { purchaseStatus, type PurchaseRow } from "./purchase.ts";

/** A purchase as its buyer sees it; names are in the language it was bought in. */
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
