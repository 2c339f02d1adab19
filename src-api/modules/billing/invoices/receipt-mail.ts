import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import { defaultLanguage, type Language } from "../../../../src-shared/languages.ts";
import { purchases } from "../schema.ts";
import { users } from "../../accounts/schema.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mailer.ts";
import type { Portal } from "../../../portal.ts";
import { findPurchase, type PurchaseRow } from "../checkout/purchase.ts";

/** What of the server taking and settling payments needs. */
export type PaymentApp = {
  portal: Pick<Portal, "database" | "brand" | "now"> & { jobs: Pick<Portal["jobs"], "enqueue"> };
};

const receiptMail = defineJob({
  name: "billing.mail-receipt",
  payload: z.object({ purchaseId: z.string() }),
  retry: patientRetries,
});

/** What was bought, one line an item: "Course-walking workbook × 2: €24". */
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
  const [buyer] = await portal.database
    .select({ language: users.language })
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.userId))
    .where(eq(purchases.id, purchase.id));
  const language = buyer?.language ?? defaultLanguage;
  return composeMail("receipt", {
    to: buyerEmail,
    language,
    values: {
      number: receiptNumber ?? "",
      items: itemsOf(purchase, language),
      total: formatMoney({ amount: total, currency }, language),
    },
    url: publicOrigin(portal.config) + routePath("membership"),
  });
}

/** Enqueues the mail that confirms a purchase, in the transaction that settles it. */
export const enqueueReceipt = (
  { jobs }: PaymentApp["portal"],
  transaction: Database,
  { id }: PurchaseRow,
): Promise<void> => jobs.enqueue(transaction, receiptMail, { purchaseId: id });

/** Names what mails receipts. */
export const handleReceiptMails = (portal: Portal): void =>
  portal.jobs.handle(receiptMail, async ({ purchaseId }) => {
    const purchase = await findPurchase(portal.database, purchaseId);
    if (purchase) await portal.mailer.send(await receiptOf(portal, purchase));
  });
