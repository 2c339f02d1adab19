import type { Receipt } from "#shared/api/receipts.ts";
import type { Language } from "#shared/languages.ts";
import type { Portal } from "#api/portal.ts";
import { findDeliveries } from "../../catalogue/module.ts";
import { findLastPayment } from "../invoices/payment-store.ts";
import { isTestPayment } from "./test-mode.ts";
import type { Invoice } from "../schema.ts";
import { presentReceipt } from "./receipt.ts";

/** Returns the receipt of an invoice in a language. Throws `not-found` before the invoice is settled. */
export async function findReceipt(
  portal: Pick<Portal, "database" | "brand" | "payments">,
  invoice: Invoice,
  language: Language,
): Promise<Receipt> {
  const { database, brand } = portal;
  const skus = invoice.lines.map(({ sku }) => sku);
  const deliveries = await findDeliveries(database, skus);
  const { card = null } = (await findLastPayment(database, invoice.id)) ?? {};
  const testMode = isTestPayment(portal, invoice);
  return presentReceipt(invoice, deliveries, { brand, language, card, testMode });
}
