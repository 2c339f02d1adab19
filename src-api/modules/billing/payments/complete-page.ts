import { forgetUnused } from "./forget-customers.ts";
import { findOpenMemberships } from "../invoices/invoice-store.ts";
import type { Invoice } from "../schema.ts";
import type { PaymentPortal } from "./payment-portal.ts";
import { findPaymentByReference } from "./payment-store.ts";
import { providerOf } from "./payments.ts";
import type { PageStatus } from "./provider.ts";
import { returnPayment } from "./return-payment.ts";
import { takePayment } from "./take-payment.ts";

type PaidPage = Extract<PageStatus, { status: "paid" }>;

/** Closes the pages of the buyer's other orders of a membership: only one can be had. */
async function closeOtherPages(portal: PaymentPortal, invoice: Invoice): Promise<void> {
  const others = await findOpenMemberships(portal.database, invoice);
  // One that stays open and is paid after all is paid back.
  await Promise.allSettled(
    others.map(async ({ provider, providerReference: page }) => {
      if (page) await providerOf(portal, { provider }).cancel(page);
    }),
  );
}

async function takeFromPage(
  portal: PaymentPortal,
  invoice: Invoice,
  page: PaidPage,
): Promise<void> {
  const { id, total, currency, provider, period } = invoice;
  if (page.amount !== total || page.currency !== currency) {
    throw new Error(`The payment ${page.charge.reference} is not what the invoice ${id} asks for.`);
  }
  const outcome = await takePayment(portal, id, page.charge);
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
 * message, or the reconciliation. Repeating it changes nothing. Rejects when the provider does not answer.
 */
export async function completePage(
  portal: PaymentPortal,
  invoice: Invoice,
  reference: string,
): Promise<PageStatus["status"]> {
  const page = await providerOf(portal, invoice).pageStatus(reference);
  if (page.status === "paid") await takeFromPage(portal, invoice, page);
  return page.status;
}
