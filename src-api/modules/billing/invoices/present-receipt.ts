import type { Receipt } from "../../../../src-shared/api/billing.ts";
import type { Brand } from "../../../../src-shared/brand.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { PurchaseRow } from "../checkout/purchase.ts";
import type { Localised } from "../../../infra/database/columns.ts";
import { localised } from "../../../infra/i18n/localised.ts";
import { sandboxId } from "../payments/sandbox/sandbox-path.ts";

type Delivery = { sku: string; delivery: Localised };

/**
 * The receipt of a settled purchase: prices, names and terms as they were accepted, deliveries in
 * the caller's language. Throws `not-found` before it is settled.
 */
export function presentReceipt(
  purchase: PurchaseRow,
  deliveries: readonly Delivery[],
  { brand, language }: { brand: Brand; language: Language },
): Receipt {
  const { receiptNumber, paidAt, lines, total, currency } = purchase;
  if (!receiptNumber || !paidAt) throw new ApiError("not-found");
  return {
    number: receiptNumber,
    issuedAt: paidAt.toISOString(),
    seller: { name: brand.owner, address: brand.address, email: brand.contactEmail },
    buyer: { name: purchase.buyerName, email: purchase.buyerEmail },
    lines,
    discount: purchase.discount,
    total: { amount: total, currency },
    termsVersion: purchase.termsVersion,
    testMode: purchase.provider === sandboxId,
    deliveries: lines.flatMap(({ sku, name }) => {
      const found = deliveries.find((candidate) => candidate.sku === sku);
      return found ? [{ name, delivery: localised(found.delivery, language) }] : [];
    }),
  };
}
