import * as z from "zod/mini";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mailer.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import type { Portal } from "../../../portal.ts";
import { sandboxId } from "../payments/sandbox/sandbox-links.ts";
import type { PurchaseRow } from "../schema.ts";
import { findBuyerLanguage } from "../checkout/buyer-store.ts";
import { findPurchase } from "../checkout/purchase-store.ts";

/** What taking and settling payments needs. */
export type PaymentPortal = Pick<Portal, "database" | "brand" | "now"> & {
  jobs: Pick<Portal["jobs"], "enqueue">;
};

const receiptMail = defineJob({
  name: "billing.mail-receipt",
  payload: z.object({ purchaseId: z.string() }),
  retry: patientRetries,
});

/** Lists what was bought, one item a line: "Course-walking workbook × 2: €24". */
function itemsOf({ lines, discount }: PurchaseRow, language: Language): string {
  const items = lines.map(({ name, quantity, total }) => {
    const times = quantity > 1 ? ` × ${quantity}` : "";
    return `${name}${times}: ${formatMoney(total, language)}`;
  });
  if (!discount) return items.join("\n");
  const { currency, amount } = discount.amount;
  const off = formatMoney({ currency, amount: -amount }, language);
  return [...items, `${discount.description}: ${off}`].join("\n");
}

async function receiptOf(portal: Portal, purchase: PurchaseRow): Promise<Mail> {
  const { total, currency, buyerEmail, receiptNumber } = purchase;
  const language = await findBuyerLanguage(portal.database, purchase.userId);
  const mail = composeMail("receipt", {
    to: buyerEmail,
    language,
    values: {
      number: receiptNumber ?? "",
      items: itemsOf(purchase, language),
      total: formatMoney({ amount: total, currency }, language),
    },
    url: publicOrigin(portal.config) + routePath("membership"),
  });
  if (purchase.provider !== sandboxId) return mail;
  return { ...mail, paragraphs: [textsIn(language)("mails:receipt.testMode"), ...mail.paragraphs] };
}

/** Enqueues the mail that confirms a purchase, in the transaction that settles it. */
export const enqueueReceipt = (
  { jobs }: PaymentPortal,
  tx: Database,
  { id }: PurchaseRow,
): Promise<void> => jobs.enqueue(tx, receiptMail, { purchaseId: id });

/** Registers the job that mails receipts. */
export const handleReceiptMails = (portal: Portal): void =>
  portal.jobs.handle(receiptMail, async ({ purchaseId }) => {
    const purchase = await findPurchase(portal.database, purchaseId);
    if (purchase) await portal.mailer.send(await receiptOf(portal, purchase));
  });
