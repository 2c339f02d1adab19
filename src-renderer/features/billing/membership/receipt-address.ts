import type { Receipt } from "#shared/api/receipts.ts";
import { routePath } from "#shared/routes.ts";

/** What an address asks for: a purchase's receipt, or a credit note. */
export type ReceiptKey = { kind: Receipt["kind"]; id: string };

/** Returns the path of a purchase's receipt: /membership?receipt=<id>. */
export const receiptPath = (id: string): string =>
  `${routePath("membership")}?receipt=${encodeURIComponent(id)}`;

/** Returns the path of a credit note: /membership?credit-note=<id>. */
export const creditNotePath = (id: string): string =>
  `${routePath("membership")}?credit-note=${encodeURIComponent(id)}`;

/** Returns the receipt or credit note that the parameters of /membership name, or null. */
export function receiptIn(params: URLSearchParams): ReceiptKey | null {
  for (const kind of ["receipt", "credit-note"] as const) {
    const id = params.get(kind);
    if (id) return { kind, id };
  }
  return null;
}

/** Returns whether /membership shows a receipt or a credit note with these parameters, not the overview. */
export const isReceiptAddress = (params: URLSearchParams): boolean => receiptIn(params) !== null;
