import { defaultLanguage } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { routePath } from "#shared/routes.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import type { disputeStatuses } from "#api/infra/payment-provider.ts";
import type { Portal } from "#api/portal.ts";
import { findInvoice } from "./invoices.ts";
import { findRecipient, isTestPayment, markTestMode } from "./receipts.ts";
import type { Invoice } from "./schema.ts";
import { disputeMail, providerRefundMail } from "./disputes.ts";
import { failedRefundMail, returnedMail } from "./refund.ts";

async function composeReturned(portal: Portal, invoice: Invoice, amount: number): Promise<Mail> {
  const { to, language } = await findRecipient(portal.database, invoice);
  const { currency } = invoice;
  const mail = composeMail("payment-returned", {
    to,
    language,
    values: { amount: formatMoney({ amount, currency }, language) },
    url: publicOrigin(portal.config) + routePath("membership"),
  });
  return markTestMode(mail, isTestPayment(portal, invoice));
}

const disputeMails = {
  open: "payment-disputed",
  won: "dispute-won",
  lost: "dispute-lost",
} as const satisfies Record<(typeof disputeStatuses)[number], string>;

/** Returns a mail to the owner, in the portal's first language, to the address of the contact form. */
function composeForOwner(
  kind: (typeof disputeMails)[keyof typeof disputeMails] | "refund-failed" | "refund-booked",
  { brand }: Portal,
  { buyerName: name, buyerEmail: email, receiptNumber, currency }: Invoice,
  { amount, ...details }: { amount: number; [value: string]: string | number },
): Mail {
  const language = defaultLanguage;
  const values = {
    name,
    email,
    receipt: receiptNumber ?? "–",
    amount: formatMoney({ amount, currency }, language),
    ...details,
  };
  return composeMail(kind, { to: brand.contactEmail, language, values });
}

/** Registers the jobs that mail about payments which were returned or are disputed, and about refunds. */
export function handlePaymentMails(portal: Portal): void {
  const { database, jobs, mailer } = portal;
  jobs.handle(returnedMail, async ({ invoiceId, amount }) => {
    const invoice = await findInvoice(database, invoiceId);
    if (invoice) await mailer.send(await composeReturned(portal, invoice, amount));
  });
  jobs.handle(disputeMail, async ({ invoiceId, status, number, ...about }) => {
    const invoice = await findInvoice(database, invoiceId);
    const values = { ...about, number: number ?? "–" };
    if (invoice) await mailer.send(composeForOwner(disputeMails[status], portal, invoice, values));
  });
  jobs.handle(providerRefundMail, async ({ invoiceId, outcome, excess, number, ...about }) => {
    const invoice = await findInvoice(database, invoiceId);
    if (!invoice) return;
    const { currency } = invoice;
    const what = textsIn(defaultLanguage)(`mails:refund-booked.${outcome}`, {
      excess: formatMoney({ amount: excess, currency }, defaultLanguage),
    });
    const values = { ...about, number: number ?? "–", what };
    await mailer.send(composeForOwner("refund-booked", portal, invoice, values));
  });
  jobs.handle(failedRefundMail, async ({ invoiceId, amount, refund, number, outcome }) => {
    const invoice = await findInvoice(database, invoiceId);
    const what = textsIn(defaultLanguage)(`mails:refund-failed.${outcome}`);
    const about = { amount, refund: refund ?? "–", number: number ?? "–", what };
    if (invoice) await mailer.send(composeForOwner("refund-failed", portal, invoice, about));
  });
}
