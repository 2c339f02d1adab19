import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { publicOrigin } from "#api/infra/mail/compose.ts";
import type { Logger } from "#api/infra/services.ts";
import type { Portal } from "#api/portal.ts";
import { membershipLine } from "../../catalogue/module.ts";
import { isPayable, updateInvoice, type Invoice } from "../../ledger/module.ts";
import { findCard } from "../methods/card-store.ts";
import { completePage } from "./complete-page.ts";
import { insertPage } from "./page-store.ts";
import type { PaymentProvider } from "#api/infra/payment-provider.ts";

/** Language of the payment page, and the log of the request. */
export type PageContext = { language: Language; log: Logger };

/**
 * Returns who takes the payment of an invoice: its provider, or the present one when that takes none any
 * more; null when nobody does.
 */
async function findProvider(
  { payments: { byId, current } }: Portal,
  { provider }: Invoice,
): Promise<PaymentProvider | null> {
  const own = byId.get(provider);
  if (own && (own === current || (await own.available()))) return own;
  return (await current.available()) ? current : null;
}

/** Opens the page of an invoice, and takes the payment that was made there meanwhile. */
async function openPage(
  portal: Portal,
  provider: PaymentProvider,
  invoice: Invoice & { userId: string },
  language: Language,
): Promise<string | null> {
  const { id, userId, total: amount, currency, buyerEmail, lines, expiresAt } = invoice;
  const { database } = portal;
  const card = await findCard(database, userId);
  const opened = invoice.provider === provider.id ? invoice.providerReference : null;
  const { reference, url } = await provider.open({
    invoiceId: id,
    amount,
    currency,
    language,
    buyerEmail,
    customer: card?.provider === provider.id ? card.providerCustomer : null,
    storeCard: invoice.subscriptionId !== null || membershipLine(lines) !== null,
    description: lines.map(({ name }) => name).join(", "),
    expiresAt,
    portalUrl: publicOrigin(portal.config),
    opened,
  });
  if (opened !== reference) {
    const changes = { provider: provider.id, providerReference: reference };
    await updateInvoice(database, id, changes);
    const page = { provider: provider.id, reference, invoiceId: id, openedAt: portal.now() };
    await insertPage(database, page);
  }
  if (url === null) await completePage(portal, invoice, { provider: provider.id, reference });
  return url;
}

/**
 * Returns the address where an invoice can be paid, after opening the payment at its provider; null when
 * there is nothing to pay (any more), or nobody takes payments. Throws `payments-unavailable` when the
 * provider fails; call it again later.
 */
export async function beginPayment(
  portal: Portal,
  invoice: Invoice,
  { language, log }: PageContext,
): Promise<string | null> {
  const { id, userId, total } = invoice;
  if (!userId || total === 0 || !isPayable(invoice, portal.now())) return null;
  const provider = await findProvider(portal, invoice);
  if (!provider) return null;
  return openPage(portal, provider, { ...invoice, userId }, language).catch((error: unknown) => {
    log.error({ err: error, invoice: id }, "payment could not be opened");
    throw new ApiError("payments-unavailable");
  });
}
