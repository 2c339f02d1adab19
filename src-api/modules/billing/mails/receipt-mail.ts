import * as z from "zod/mini";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mail.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import type { Portal } from "../../../portal.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import { providerOf } from "../payments/payments.ts";
import type { Invoice } from "../schema.ts";
import { findBuyerLanguage } from "../invoices/buyer-store.ts";
import { findInvoice } from "../invoices/invoice-store.ts";

const receiptMail = defineJob({
  name: "billing.mail-receipt",
  payload: z.object({ purchaseId: z.string() }),
  retry: patientRetries,
});

/** Lists what was bought, one item a line: "Course-walking workbook × 2: €24". */
function itemsOf({ lines, discount }: Invoice, language: Language): string {
  const items = lines.map(({ name, quantity, total }) => {
    const times = quantity > 1 ? ` × ${quantity}` : "";
    return `${name}${times}: ${formatMoney(total, language)}`;
  });
  if (!discount) return items.join("\n");
  const { currency, amount } = discount.amount;
  const off = formatMoney({ currency, amount: -amount }, language);
  return [...items, `${discount.description}: ${off}`].join("\n");
}

async function receiptOf(portal: Portal, invoice: Invoice): Promise<Mail> {
  const { total, currency, buyerEmail, receiptNumber } = invoice;
  const language = await findBuyerLanguage(portal.database, invoice.userId);
  const mail = composeMail("receipt", {
    to: buyerEmail,
    language,
    values: {
      number: receiptNumber ?? "",
      items: itemsOf(invoice, language),
      total: formatMoney({ amount: total, currency }, language),
    },
    url: publicOrigin(portal.config) + routePath("membership"),
  });
  if (!providerOf(portal, invoice).testMode) return mail;
  return { ...mail, paragraphs: [textsIn(language)("mails:receipt.testMode"), ...mail.paragraphs] };
}

/** Enqueues the mail that confirms an invoice, in the transaction that settles it. */
export const enqueueReceipt = (
  { jobs }: PaymentPortal,
  tx: Database,
  { id }: Invoice,
): Promise<void> => jobs.enqueue(tx, receiptMail, { purchaseId: id });

/** Registers the job that mails receipts. */
export const handleReceiptMails = (portal: Portal): void =>
  portal.jobs.handle(receiptMail, async ({ purchaseId }) => {
    const invoice = await findInvoice(portal.database, purchaseId);
    if (invoice) await portal.mailer.send(await receiptOf(portal, invoice));
  });
