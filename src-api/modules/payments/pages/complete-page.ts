import { forgetUnused } from "../methods/forget-customers.ts";
import { findOpenMemberships, findPaymentByReference, type Invoice } from "../../ledger/module.ts";
import { deletePage, findPages, type PageKey } from "./page-store.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { providerOf } from "../payments.ts";
import type { PageStatus } from "#api/infra/payment-provider.ts";
import { returnPayment } from "./return-payment.ts";
import { collectPayment } from "../take-payment.ts";

type PaidPage = Extract<PageStatus, { status: "paid" }>;

/** Closes the pages of the buyer's other orders of a membership: only one can be had. */
async function closeOtherPages(portal: PaymentPortal, invoice: Invoice): Promise<void> {
  const others = await findOpenMemberships(portal.database, invoice);
  const pages = await findPages(
    portal.database,
    others.map(({ id }) => id),
  );
  // One that stays open and is paid after all is paid back.
  await Promise.allSettled(
    pages.map(async (page) => providerOf(portal, page).cancel(page.reference)),
  );
}

async function collectFromPage(
  portal: PaymentPortal,
  invoice: Invoice,
  key: PageKey,
  page: PaidPage,
): Promise<void> {
  const { id, total, currency, period } = invoice;
  const { provider } = key;
  if (page.amount !== total || page.currency !== currency) {
    throw new Error(`The payment ${page.charge.reference} is not what the invoice ${id} asks for.`);
  }
  const outcome = await collectPayment(portal, id, page.charge, key);
  const { reference } = page.charge;
  const isTaken =
    outcome === "paid" && (await findPaymentByReference(portal.database, { provider, reference }));
  if (isTaken) {
    if (period) await closeOtherPages(portal, invoice);
    return;
  }
  await returnPayment(portal, invoice, { ...page, provider, reference });
  const customer = page.charge.card?.card.customer;
  if (customer) await forgetUnused(portal, invoice.userId, { provider, customer });
}

/**
 * Takes the payment that was made on a page, whoever notices it first: the buyer's return, the provider's
 * message, or the reconciliation, whatever has become of the invoice: what it cannot take is paid back. Repeating it
 * changes nothing. Rejects when the provider does not answer.
 */
export async function completePage(
  portal: PaymentPortal,
  invoice: Invoice,
  key: PageKey,
): Promise<PageStatus["status"]> {
  const page = await providerOf(portal, key).pageStatus(key.reference);
  if (page.status === "paid") await collectFromPage(portal, invoice, key, page);
  if (page.status === "paid" || page.status === "closed") await deletePage(portal.database, key);
  return page.status;
}
