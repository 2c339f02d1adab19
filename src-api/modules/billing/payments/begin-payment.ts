import type { Language } from "../../../../src-shared/languages.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Logger } from "../../../infra/services.ts";
import type { Portal } from "../../../portal.ts";
import { membershipLine } from "../checkout/cart-lines.ts";
import { isPayable } from "../invoices/invoice.ts";
import { updateInvoice } from "../invoices/invoice-store.ts";
import type { Invoice } from "../schema.ts";
import { findCard } from "./card-store.ts";

/** Language of the payment page, and the log of the request. */
export type PageContext = { language: Language; log: Logger };

/**
 * Returns the address where an invoice can be paid, after opening the payment at its provider; null when
 * there is nothing to pay, or the provider is no longer set up. Throws `payments-unavailable` when the
 * provider fails; call it again later.
 */
export async function beginPayment(
  { database, payments, now }: Portal,
  invoice: Invoice,
  { language, log }: PageContext,
): Promise<string | null> {
  const { id, userId, total: amount, currency, buyerEmail } = invoice;
  const provider = payments.byId.get(invoice.provider);
  if (!provider || !userId || amount === 0 || !isPayable(invoice, now())) return null;
  const card = await findCard(database, userId);
  const customer = card?.provider === provider.id ? card.providerCustomer : null;
  const keepCard = invoice.subscriptionId !== null || membershipLine(invoice.lines) !== null;
  const payment = await provider
    .open({ invoiceId: id, amount, currency, language, buyerEmail, customer, keepCard })
    .catch((error: unknown) => {
      log.error({ err: error, invoice: id }, "payment could not be opened");
      throw new ApiError("payments-unavailable");
    });
  if (invoice.providerReference !== payment.reference) {
    await updateInvoice(database, id, { providerReference: payment.reference });
  }
  return payment.url;
}
