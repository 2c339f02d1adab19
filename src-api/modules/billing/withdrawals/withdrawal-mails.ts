import * as z from "zod/mini";
import { formatDateTime } from "../../../../src-shared/formats.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mail.ts";
import type { Portal } from "../../../portal.ts";
import { findBuyer } from "../invoices/buyer-store.ts";
import { findInvoice } from "../invoices/invoice-store.ts";
import { isTestPayment } from "../payments/payments.ts";
import type { Invoice } from "../schema.ts";
import { findWithdrawal, type Withdrawal } from "./withdrawal-store.ts";

const aboutWithdrawal = z.object({ withdrawalId: z.string() });

const receivedMail = defineJob({
  name: "billing.mail-withdrawal-received",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

const unmatchedMail = defineJob({
  name: "billing.mail-withdrawal-unmatched",
  payload: aboutWithdrawal,
  retry: patientRetries,
});

const withdrawnMail = defineJob({
  name: "billing.mail-withdrawn",
  payload: z.object({
    ...aboutWithdrawal.shape,
    /** What is paid back, and what goes back to the account's credit, in minor units. */
    amount: z.int(),
    credit: z.int(),
  }),
  retry: patientRetries,
});

/** Enqueues the acknowledgement of a declaration, in the transaction that stores it. */
export const acknowledge = ({ jobs }: Portal, tx: Database, withdrawalId: string): Promise<void> =>
  jobs.enqueue(tx, receivedMail, { withdrawalId });

/** Enqueues the mail to the owner of the portal about a declaration that was not carried out. */
export const reportUnmatched = (
  { jobs }: Portal,
  tx: Database,
  withdrawalId: string,
): Promise<void> => jobs.enqueue(tx, unmatchedMail, { withdrawalId });

/** Enqueues the mail about a withdrawal that was carried out, in its transaction. */
export const confirmWithdrawal = (
  { jobs }: Portal,
  tx: Database,
  done: { withdrawalId: string; amount: number; credit: number },
): Promise<void> => jobs.enqueue(tx, withdrawnMail, done);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** What was declared and when, for the texts. */
const declared = ({ name, email, contract, createdAt, language }: Withdrawal) => ({
  name: oneLine(name),
  email,
  contract: oneLine(contract),
  at: `${formatDateTime(createdAt.toISOString(), language, "UTC")} UTC`,
});

const receivedMailOf = (withdrawal: Withdrawal): Mail =>
  composeMail("withdrawal-received", {
    to: withdrawal.email,
    language: withdrawal.language,
    values: declared(withdrawal),
  });

const unmatchedMailOf = ({ brand }: Portal, withdrawal: Withdrawal): Mail =>
  composeMail("withdrawal-unmatched", {
    to: brand.contactEmail,
    replyTo: withdrawal.email,
    language: withdrawal.language,
    values: declared(withdrawal),
  });

/** Returns what follows: the end of a membership, what goes back to the card and to the account. */
function outcomeText(
  back: { amount: number; credit: number },
  { currency, period }: Invoice,
  language: Language,
): string {
  const t = textsIn(language);
  const amount = formatMoney({ amount: back.amount, currency }, language);
  const credit = formatMoney({ amount: back.credit, currency }, language);
  const sentences = [
    ...(period ? [t("mails:withdrawn.ended")] : []),
    back.amount > 0 ? t("mails:withdrawn.refund", { amount }) : t("mails:withdrawn.nothing"),
    ...(back.credit > 0 ? [t("mails:withdrawn.credit", { credit })] : []),
  ];
  return sentences.join(" ");
}

async function withdrawnMailOf(
  portal: Portal,
  withdrawal: Withdrawal,
  back: { amount: number; credit: number },
): Promise<Mail | undefined> {
  const { database, config } = portal;
  const invoice = withdrawal.invoiceId && (await findInvoice(database, withdrawal.invoiceId));
  if (!invoice) return undefined;
  const buyer = invoice.userId === null ? undefined : await findBuyer(database, invoice.userId);
  const { email: to, language } = buyer ?? {
    email: invoice.buyerEmail,
    language: withdrawal.language,
  };
  const mail = composeMail("withdrawn", {
    to,
    language,
    values: {
      number: invoice.receiptNumber ?? withdrawal.contract,
      outcome: outcomeText(back, invoice, language),
    },
    ...(buyer && { url: publicOrigin(config) + routePath("membership") }),
  });
  if (!isTestPayment(portal, invoice)) return mail;
  const testMode = textsIn(language)("mails:renewal-reminder.testMode");
  return { ...mail, paragraphs: [testMode, ...mail.paragraphs] };
}

/** Registers the jobs that send the mails about withdrawals. */
export function handleWithdrawalMails(portal: Portal): void {
  const { database, jobs, mailer } = portal;
  jobs.handle(receivedMail, async ({ withdrawalId }) => {
    const withdrawal = await findWithdrawal(database, withdrawalId);
    if (withdrawal) await mailer.send(receivedMailOf(withdrawal));
  });
  jobs.handle(unmatchedMail, async ({ withdrawalId }) => {
    const withdrawal = await findWithdrawal(database, withdrawalId);
    if (withdrawal) await mailer.send(unmatchedMailOf(portal, withdrawal));
  });
  jobs.handle(withdrawnMail, async ({ withdrawalId, ...back }) => {
    const withdrawal = await findWithdrawal(database, withdrawalId);
    const mail = withdrawal && (await withdrawnMailOf(portal, withdrawal, back));
    if (mail) await mailer.send(mail);
  });
}
