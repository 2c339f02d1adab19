import type { Mail } from "#api/infra/mail/mail.ts";
import { servedLanguage, type Language } from "#shared/languages.ts";
import {
  confirmationMail,
  findWithdrawal,
  itemsOf,
  receivedMail,
  recipientOf,
  unmatchedMail,
  withdrawnMail,
} from "./withdraw.ts";
import { routePath } from "#shared/routes.ts";
import { formatDateTime } from "#shared/formats.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Invoice, Withdrawal } from "./schema.ts";
import { markTestMode, withCreditNote } from "./payment-mails.ts";
import { isTestPayment } from "./receipts.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { formatMoney } from "#shared/money.ts";
import { signId } from "#api/infra/signed-ids.ts";
import { findCreditNote } from "./credit.ts";
import { findInvoice } from "./invoices.ts";
import type { Portal } from "#api/portal.ts";

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** When it was declared, for the texts. */
const declarationTime = (
  { createdAt }: Withdrawal,
  { brand }: Pick<Portal, "brand">,
  language: Language,
): string => formatDateTime(createdAt.toISOString(), language, brand.timeZone);

/** Returns the acknowledgement to an address of which nothing is known. */
const receivedMailOf = (portal: Portal, withdrawal: Withdrawal): Mail => {
  const { email: to } = withdrawal;
  const language = servedLanguage(portal.brand.languages, withdrawal.language);
  const values = { at: declarationTime(withdrawal, portal, language) };
  return composeMail("withdrawal-received", { to, language, values });
};

/** Returns the mail to the owner of the portal about a declaration that was not carried out. */
const unmatchedMailOf = (portal: Portal, withdrawal: Withdrawal): Mail => {
  const { name, email, contract } = withdrawal;
  const language = servedLanguage(portal.brand.languages, withdrawal.language);
  return composeMail("withdrawal-unmatched", {
    to: portal.brand.contactEmail,
    replyTo: email,
    language,
    values: {
      name: oneLine(name),
      email,
      contract: oneLine(contract),
      at: declarationTime(withdrawal, portal, language),
    },
  });
};

/** What the mails to the buyer say of the contract, all of it from the books. */
const contractValues = (
  portal: Portal,
  withdrawal: Withdrawal,
  contract: Invoice,
  { invoices, language }: { invoices: readonly Invoice[]; language: Language },
) => ({
  at: declarationTime(withdrawal, portal, language),
  items: itemsOf(invoices).join("\n"),
  number: contract.receiptNumber ?? "",
  name: contract.buyerName,
});

/** Returns the mail that asks the buyer whether a declaration is the buyer's own; undefined once it has taken effect. */
async function confirmationMailOf(
  portal: Portal,
  withdrawal: Withdrawal,
): Promise<Mail | undefined> {
  const { database, config } = portal;
  const { id, claimedInvoiceId } = withdrawal;
  const contract = claimedInvoiceId ? await findInvoice(database, claimedInvoiceId) : undefined;
  if (!contract || withdrawal.invoiceId !== null) return undefined;
  const { to, language } = await recipientOf(portal, contract, withdrawal);
  const token = await signId(database, "withdrawal", id);
  const mail = composeMail("withdrawal-confirm", {
    to,
    language,
    values: contractValues(portal, withdrawal, contract, { invoices: [contract], language }),
    // After "#", so that no server and no log of one gets to know it.
    url: `${publicOrigin(config)}${routePath("withdrawal")}#${token}`,
  });
  return markTestMode(mail, isTestPayment(portal, contract));
}

/** Returns the sentences about the outcome: the end of a membership, and the amounts returned to card and account. */
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

/** Attaches the credit notes of a withdrawal, and says so. One that the provider refused meanwhile is void. */
async function withCreditNotes(portal: Portal, mail: Mail, ids: readonly string[]): Promise<Mail> {
  const { database } = portal;
  let attached = mail;
  const numbers: string[] = [];
  for (const id of ids) {
    const note = await findCreditNote(database, id);
    const invoice = note && (await findInvoice(database, note.invoiceId));
    if (!invoice || note.status === "failed") continue;
    attached = await withCreditNote(portal, attached, note, invoice);
    numbers.push(note.number);
  }
  if (numbers.length === 0) return mail;
  const t = textsIn(mail.language);
  const text = t("mails:withdrawn.notes", { count: numbers.length, numbers: numbers.join(", ") });
  return { ...attached, paragraphs: [...attached.paragraphs, text] };
}

/** What was carried out: amounts in minor units, what has ended with the contract, and the credit notes of all. */
type Carried = { amount: number; credit: number; invoiceIds: string[]; creditNoteIds: string[] };

/** Returns the mail that acknowledges a withdrawal and describes its outcome. */
async function withdrawnMailOf(
  portal: Portal,
  withdrawal: Withdrawal,
  { invoiceIds, creditNoteIds, ...back }: Carried,
): Promise<Mail | undefined> {
  const { database, config } = portal;
  const contract = withdrawal.invoiceId && (await findInvoice(database, withdrawal.invoiceId));
  if (!contract) return undefined;
  const found = await Promise.all(invoiceIds.map((id) => findInvoice(database, id)));
  const invoices = found.filter((invoice) => invoice !== undefined);
  const { to, language, hasAccount } = await recipientOf(portal, contract, withdrawal);
  const mail = composeMail("withdrawn", {
    to,
    language,
    values: {
      ...contractValues(portal, withdrawal, contract, {
        invoices: invoices.length > 0 ? invoices : [contract],
        language,
      }),
      outcome: outcomeText(back, contract, language),
    },
    ...(hasAccount && { url: publicOrigin(config) + routePath("membership") }),
  });
  const complete = await withCreditNotes(portal, mail, creditNoteIds);
  return markTestMode(complete, isTestPayment(portal, contract));
}

export function handleWithdrawalMails(portal: Portal): void {
  const { database, jobs, mailer } = portal;
  const send = async (
    id: string,
    compose: (withdrawal: Withdrawal) => Mail | Promise<Mail | undefined>,
  ) => {
    const withdrawal = await findWithdrawal(database, id);
    const mail = withdrawal && (await compose(withdrawal));
    if (mail) await mailer.send(mail);
  };
  jobs.handle(receivedMail, (job) =>
    send(job.withdrawalId, (withdrawal) => receivedMailOf(portal, withdrawal)),
  );
  jobs.handle(unmatchedMail, (job) =>
    send(job.withdrawalId, (withdrawal) => unmatchedMailOf(portal, withdrawal)),
  );
  jobs.handle(confirmationMail, (job) =>
    send(job.withdrawalId, (withdrawal) => confirmationMailOf(portal, withdrawal)),
  );
  jobs.handle(withdrawnMail, ({ withdrawalId, ...about }) =>
    send(withdrawalId, (withdrawal) => withdrawnMailOf(portal, withdrawal, about)),
  );
}
