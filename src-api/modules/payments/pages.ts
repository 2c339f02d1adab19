import type { Language } from "#shared/languages.ts";
import { routePath } from "#shared/routes.ts";
import type { Config } from "../../config.ts";
import { ApiError } from "../../infra/api-error.ts";
import { isLoopback } from "../../infra/loopback.ts";
import { publicOrigin } from "../../infra/mail/compose.ts";
import type { PaymentProvider } from "../../infra/payment-provider.ts";
import type { Logger } from "../../infra/services.ts";
import type { Portal } from "../../portal.ts";
import { membershipLine } from "../catalogue/module.ts";
import { findBuyer, isPayable, updateInvoice, type Invoice } from "../ledger/module.ts";
import { findCard, insertPage } from "./store.ts";
import { completePage } from "./collect-payment.ts";

/*
 * The pages of the payment providers: where they lead back to, and how they are opened.
 */

/** Returns the portal's origin, or an empty text for the same one: from `localhost` links stay relative. */
export function portalOrigin({ publicUrl }: Config): string {
  const local = publicUrl === null || isLoopback(new URL(publicUrl).hostname);
  return local ? "" : publicUrl;
}

/** The page of the portal that the payment was begun on. */
function originPath({ origin, period }: Invoice): string {
  if (origin === "subscription") return routePath("subscription");
  if (origin === "subscribe" && period) return routePath("subscribe", { subType: period });
  return routePath(origin === "registration-payment" ? "registrationPayment" : "checkout");
}

/** Returns where leaving the payment page leads to; it says so when the last try was declined. */
export const leaveUrl = (config: Config, invoice: Invoice): string =>
  portalOrigin(config) +
  originPath(invoice) +
  (invoice.status === "declined" ? "?payment=declined" : "");

export const successUrl = (config: Config, { id, origin }: Invoice): string =>
  portalOrigin(config) +
  (origin === "subscription"
    ? `${routePath("subscription")}?payment=paid`
    : `${routePath("subscriptionSuccess")}?purchase=${id}`);

export const membershipUrl = (config: Config): string =>
  portalOrigin(config) + routePath("membership");

/** Returns where the page for another card leads back to. */
export const subscriptionUrl = (config: Config): string =>
  portalOrigin(config) + routePath("subscription");

type PageContext = { language: Language; log: Logger };

/** Returns who takes the payment of an invoice: its provider, or the present one; null when nobody does. */
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

/** Returns the address where a user gives another card. Throws `payments-unavailable`. */
export async function beginCardSetup(
  { config, database, payments }: Portal,
  userId: string,
  { language, log }: PageContext,
): Promise<string> {
  const provider = payments.current;
  const buyer = await findBuyer(database, userId);
  const card = await findCard(database, userId);
  const customer = card?.provider === provider.id ? card.providerCustomer : null;
  const { url } = await provider
    .setUp({
      id: userId,
      email: buyer?.email ?? "",
      customer,
      language,
      portalUrl: publicOrigin(config),
    })
    .catch((error: unknown) => {
      log.error({ err: error }, "the page for another card could not be opened");
      throw new ApiError("payments-unavailable");
    });
  return url;
}
