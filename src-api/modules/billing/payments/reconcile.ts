import * as z from "zod/mini";
import { defineJob } from "../../../infra/jobs/job.ts";
import { findInvoice, findOpenPages } from "../invoices/invoice-store.ts";
import { storeResult } from "../renewals/store-result.ts";
import { payBack } from "../refunds/refund.ts";
import { findPendingRefunds } from "../refunds/refund-store.ts";
import { findOpenSetups, type SetupKey } from "./card-setup-store.ts";
import { completeCardSetup } from "./complete-card-setup.ts";
import { completePage } from "./complete-page.ts";
import type { PaymentPortal } from "./payment-portal.ts";
import { findUndecided } from "./payment-store.ts";
import { providerOf } from "./payments.ts";
import type { CreditNote, Payment } from "./schema.ts";

/** Asks the providers about payments whose messages may have been lost, every hour. */
export const reconcileJob = defineJob({
  name: "billing.reconcile",
  payload: z.object({}),
  singleton: true,
  schedule: "40 * * * *",
  heartbeatSeconds: 30,
});

/** How long a provider's own message is waited for, in ms. */
const messageWait = 60 * 60_000;

/** How long after an invoice has expired its page may still be open at a provider, in ms. */
const pageLife = 25 * 60 * 60_000;

/** Asks what has become of a charge. */
async function askForCharge(portal: PaymentPortal, payment: Payment): Promise<void> {
  const { providerReference: reference } = payment;
  if (reference === null) return;
  const result = await providerOf(portal, payment).status(reference);
  await portal.database.transaction((tx) => storeResult(tx, payment, result, portal));
}

/** Asks whether an invoice was paid on its page. */
async function askForPage(portal: PaymentPortal, invoiceId: string): Promise<void> {
  const invoice = await findInvoice(portal.database, invoiceId);
  if (!invoice?.providerReference || !portal.payments.byId.has(invoice.provider)) return;
  await completePage(portal, invoice, invoice.providerReference);
}

/** Asks whether a card was given on its page. */
async function askForCard(portal: PaymentPortal, key: SetupKey): Promise<void> {
  if (portal.payments.byId.has(key.provider)) await completeCardSetup(portal, key);
}

/** Asks what has become of a refund that its provider accepted: the same call moves nothing again. */
const askForRefund = async (portal: PaymentPortal, creditNote: CreditNote): Promise<void> =>
  void (await payBack(portal, creditNote));

/**
 * Completes payments and refunds that have been processing, and invoices and cards whose page has been open,
 * for over an hour. Rejects at the end when something went wrong; the next run asks again.
 */
export async function reconcile(portal: PaymentPortal): Promise<void> {
  const { database, now } = portal;
  const until = new Date(now().getTime() - messageWait);
  const since = new Date(now().getTime() - pageLife);
  const errors: unknown[] = [];
  const attempt = (asked: Promise<void>) =>
    asked.catch((error: unknown) => void errors.push(error));
  for (const payment of await findUndecided(database, until)) {
    await attempt(askForCharge(portal, payment));
  }
  for (const id of await findOpenPages(database, { since, until })) {
    await attempt(askForPage(portal, id));
  }
  for (const setup of await findOpenSetups(database, until)) {
    await attempt(askForCard(portal, setup));
  }
  for (const creditNote of await findPendingRefunds(database, until)) {
    await attempt(askForRefund(portal, creditNote));
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some payments could not be asked for.");
}
