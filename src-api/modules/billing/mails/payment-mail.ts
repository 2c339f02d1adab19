import * as z from "zod/mini";
import { defaultLanguage } from "../../../../src-shared/languages.ts";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mail.ts";
import type { Portal } from "../../../portal.ts";
import { findBuyerLanguage } from "../invoices/buyer-store.ts";
import { findInvoice } from "../invoices/invoice-store.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import { providerOf } from "../payments/payments.ts";
import type { Invoice } from "../schema.ts";
import { markTestMode } from "./test-mode.ts";

const returnedMail = defineJob({
  name: "billing.mail-returned-payment",
  payload: z.object({ invoiceId: z.string(), amount: z.int() }),
  retry: patientRetries,
});

const disputeMail = defineJob({
  name: "billing.mail-dispute",
  payload: z.object({ invoiceId: z.string(), amount: z.int(), dispute: z.string() }),
  retry: patientRetries,
});

/** What a mail is about; `amount` in minor units of the invoice's currency. */
type PaymentEvent = { invoice: Pick<Invoice, "id">; amount: number };

/** Enqueues the mail that tells a buyer of a payment that bought nothing and was paid back. */
export const enqueueReturnedPayment = (
  { jobs }: Pick<PaymentPortal, "jobs">,
  tx: Database,
  { invoice, amount }: PaymentEvent,
): Promise<void> => jobs.enqueue(tx, returnedMail, { invoiceId: invoice.id, amount });

/** Enqueues the mail that tells the owner of the portal of a disputed payment. */
export const enqueueDispute = (
  { jobs }: Pick<PaymentPortal, "jobs">,
  tx: Database,
  { invoice, amount, dispute }: PaymentEvent & { dispute: string },
): Promise<void> => jobs.enqueue(tx, disputeMail, { invoiceId: invoice.id, amount, dispute });

async function composeReturned(portal: Portal, invoice: Invoice, amount: number): Promise<Mail> {
  const { userId, buyerEmail: to, currency } = invoice;
  const language = await findBuyerLanguage(portal.database, userId);
  const mail = composeMail("payment-returned", {
    to,
    language,
    values: { amount: formatMoney({ amount, currency }, language) },
    url: publicOrigin(portal.config) + routePath("membership"),
  });
  return markTestMode(mail, providerOf(portal, invoice));
}

/** The owner's mail is in the portal's first language, and goes to the address of the contact form. */
function composeDispute(
  { brand }: Portal,
  { buyerName: name, buyerEmail: email, receiptNumber, currency }: Invoice,
  { amount, dispute }: { amount: number; dispute: string },
): Mail {
  const language = defaultLanguage;
  const values = {
    name,
    email,
    number: receiptNumber ?? "–",
    amount: formatMoney({ amount, currency }, language),
    dispute,
  };
  return composeMail("payment-disputed", { to: brand.contactEmail, language, values });
}

/** Registers the jobs that mail about payments which were returned or are disputed. */
export function handlePaymentMails(portal: Portal): void {
  const { database, jobs, mailer } = portal;
  jobs.handle(returnedMail, async ({ invoiceId, amount }) => {
    const invoice = await findInvoice(database, invoiceId);
    if (invoice) await mailer.send(await composeReturned(portal, invoice, amount));
  });
  jobs.handle(disputeMail, async ({ invoiceId, ...about }) => {
    const invoice = await findInvoice(database, invoiceId);
    if (invoice) await mailer.send(composeDispute(portal, invoice, about));
  });
}
