import type { Receipt } from "#shared/api/receipts.ts";
import { servedLanguage, type Language } from "#shared/languages.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import type { Portal } from "#api/portal.ts";
import { type CreditNote, deliveries, type Invoice } from "./schema.ts";
import { findBuyer, findInvoice, isOrphanedPayment, shownDiscount } from "./invoices.ts";
import { describeFirstCharge, trialDaysOf } from "./trial.ts";
import { formatMoney } from "#shared/money.ts";
import { routePath } from "#shared/routes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { asc, eq } from "#api/infra/database/drizzle.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import { findCreditNote } from "./credit.ts";
import { type BoughtExtra, isDownloadable, selectExtras } from "./deliveries.ts";
import { findReceipt, isTestPayment, presentCreditNote, receiptPdf } from "./receipts.ts";
import { findSubscriptionById } from "#api/modules/membership/module.ts";
import { failedDebitMail } from "./late-payments.ts";
import { receiptMail } from "./payments.ts";
import type { disputeStatuses } from "#api/infra/payment-provider.ts";
import { disputeMail, providerRefundMail } from "./disputes.ts";
import { creditNoteMail, failedRefundMail, returnedMail } from "./refund.ts";

/** Returns the recipient of mails about an invoice: the account's address, or the invoice's once that is deleted. */
async function findRecipient(
  { database, brand }: Pick<Portal, "database" | "brand">,
  { userId, buyerEmail }: Pick<Invoice, "userId" | "buyerEmail">,
): Promise<{ to: string; language: Language }> {
  const buyer = userId === null ? undefined : await findBuyer(database, userId);
  return {
    to: buyer?.email || buyerEmail,
    language: servedLanguage(brand.languages, buyer?.language),
  };
}

/** What test mode means for a mail about payments, and for those that come with a receipt or a credit note. */
const notices = {
  payment: "mails:renewal-reminder.testMode",
  receipt: "membership:receipt.testMode",
  "credit-note": "membership:receipt.testModeCreditNote",
} as const;

/** Marks a mail about payments that move no real money: those in test mode. */
export function markTestMode(
  mail: Mail,
  isTest: boolean,
  about: keyof typeof notices = "payment",
): Mail {
  if (!isTest) return mail;
  return { ...mail, paragraphs: [textsIn(mail.language)(notices[about]), ...mail.paragraphs] };
}

/** Lists what was bought, one item a line: "Course-walking workbook × 2: €24". */
function itemsOf(invoice: Invoice, language: Language): string {
  const { lines, credit, currency } = invoice;
  const discount = shownDiscount(invoice);
  const items = lines.map(({ name, quantity, total }) => {
    const times = quantity > 1 ? ` × ${quantity}` : "";
    return `${name}${times}: ${formatMoney(total, language)}`;
  });
  const off = (amount: number) => formatMoney({ currency, amount: -amount }, language);
  if (discount) items.push(`${discount.description}: ${off(discount.amount.amount)}`);
  if (credit > 0) items.push(`${textsIn(language)("mails:receipt.credit")}: ${off(credit)}`);
  return items.join("\n");
}

/** Returns why a paid invoice gives nothing and is paid back: what it pays came too late, or its account was gone; null for others. */
async function whyOrphaned(
  database: Database,
  invoice: Invoice,
): Promise<"late" | "accountGone" | null> {
  const { id, userId, period } = invoice;
  if (userId !== null) return isOrphanedPayment(invoice) ? "late" : null;
  const isGiven =
    period === null
      ? (await database.$count(deliveries, eq(deliveries.invoiceId, id))) > 0
      : !isOrphanedPayment(invoice);
  return isGiven ? null : "accountGone";
}

/** Returns the opening sentences of a receipt's mail: the item paid for, and whether anything was charged. */
async function thanksFor(
  database: Database,
  invoice: Invoice,
  language: Language,
): Promise<string> {
  const { reason, total } = invoice;
  const t = textsIn(language);
  const why = await whyOrphaned(database, invoice);
  if (why) return t(`mails:receipt.${why}`);
  const what = trialDaysOf(invoice) === null ? reason : "trial";
  return `${t(`mails:receipt.${what}`)} ${t(`mails:receipt.${total > 0 ? "paid" : "free"}`)}`;
}

async function withPdf({ brand }: Portal, receipt: Receipt, mail: Mail): Promise<Mail> {
  const { name, content } = await receiptPdf(receipt, { brand, language: mail.language });
  const attachment = { name, type: "application/pdf", content } as const;
  return { ...mail, attachments: [...(mail.attachments ?? []), attachment] };
}

export async function withCreditNote(
  portal: Portal,
  mail: Mail,
  creditNote: CreditNote,
  invoice: Invoice,
): Promise<Mail> {
  const receipt = await findReceipt(portal, invoice, mail.language);
  return withPdf(portal, presentCreditNote(creditNote, receipt), mail);
}

const findExtrasOf = (database: Database, invoiceId: string): Promise<BoughtExtra[]> =>
  selectExtras(database).where(eq(deliveries.invoiceId, invoiceId)).orderBy(asc(deliveries.sku));

/** Returns the paragraphs of a receipt's mail about bought files, one each. */
async function fileParagraphs(
  database: Database,
  invoiceId: string,
  language: Language,
): Promise<string[]> {
  const bought = await findExtrasOf(database, invoiceId);
  return bought
    .filter(isDownloadable)
    .map(({ product }) =>
      textsIn(language)("mails:receipt.file", { item: localised(product.name, language) }),
    );
}

const purchasesUrl = ({ config }: Portal) => publicOrigin(config) + routePath("membership");

async function composeReceipt(portal: Portal, invoice: Invoice): Promise<Mail> {
  const { total, currency, receiptNumber: number } = invoice;
  const { to, language } = await findRecipient(portal, invoice);
  const mail = composeMail("receipt", {
    to,
    language,
    values: {
      number: number ?? "",
      thanks: await thanksFor(portal.database, invoice, language),
      items: itemsOf(invoice, language),
      total: formatMoney({ amount: total, currency }, language),
    },
    url: purchasesUrl(portal),
  });
  const firstCharge = await describeFirstCharge(portal, invoice, language);
  if (firstCharge) mail.paragraphs.push(firstCharge);
  const receipt = await findReceipt(portal, invoice, language);
  const isDelivered = !(await whyOrphaned(portal.database, invoice));
  if (isDelivered && receipt.deliveries.length > 0) {
    mail.paragraphs.push(textsIn(language)("mails:receipt.deliveries"));
  }
  mail.paragraphs.push(...(await fileParagraphs(portal.database, invoice.id, language)));
  const { withdrawalReference: reference } = invoice;
  if (reference !== null) {
    const page = publicOrigin(portal.config) + routePath("withdrawal");
    mail.paragraphs.push(textsIn(language)("mails:receipt.withdrawal", { reference, page }));
  }
  return withPdf(portal, receipt, markTestMode(mail, isTestPayment(portal, invoice), "receipt"));
}

/** Returns whether the membership that an invoice paid is over. */
async function hasEnded(database: Database, { subscriptionId }: Invoice): Promise<boolean> {
  const subscription = subscriptionId && (await findSubscriptionById(database, subscriptionId));
  return subscription ? subscription.status === "ended" : false;
}

async function composeCreditNote(
  portal: Portal,
  creditNote: CreditNote,
  invoice: Invoice,
): Promise<Mail> {
  const { number, amount, currency } = creditNote;
  const { to, language } = await findRecipient(portal, invoice);
  const mail = composeMail("refunded", {
    to,
    language,
    values: {
      number,
      receipt: invoice.receiptNumber ?? "",
      amount: formatMoney({ amount, currency }, language),
    },
    url: purchasesUrl(portal),
  });
  const t = textsIn(language);
  const why = await whyOrphaned(portal.database, invoice);
  if (why) mail.paragraphs.push(t(`mails:refunded.${why}`));
  else if (await hasEnded(portal.database, invoice)) {
    mail.paragraphs.push(t("mails:refunded.ended"));
  }
  const marked = markTestMode(mail, isTestPayment(portal, invoice), "credit-note");
  return withCreditNote(portal, marked, creditNote, invoice);
}

async function composeReturned(portal: Portal, invoice: Invoice, amount: number): Promise<Mail> {
  const { to, language } = await findRecipient(portal, invoice);
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
  const [language] = brand.languages;
  const values = {
    name,
    email,
    receipt: receiptNumber ?? "–",
    amount: formatMoney({ amount, currency }, language),
    ...details,
  };
  return composeMail(kind, { to: brand.contactEmail, language, values });
}

/** Says that a debit failed days after the order, and leads to the same cart. */
async function composeFailedDebit(portal: Portal, invoice: Invoice): Promise<Mail> {
  const { to, language } = await findRecipient(portal, invoice);
  const { total: amount, currency, lines, reason, period } = invoice;
  const t = textsIn(language);
  const items = lines.map(({ sku, quantity }) => `${sku}*${quantity}`).join(",");
  const isOrder = reason === "checkout";
  const what = isOrder ? (period ? "membership" : "extras") : "switch";
  const mail = composeMail("debit-failed", {
    to,
    language,
    values: {
      amount: formatMoney({ amount, currency }, language),
      what: t(`mails:debit-failed.${what}`),
    },
    url:
      publicOrigin(portal.config) +
      (isOrder
        ? `${routePath("checkout")}?${new URLSearchParams({ items }).toString()}`
        : routePath("subscription")),
  });
  return markTestMode(mail, isTestPayment(portal, invoice));
}

/** Registers the jobs that mail receipts and credit notes, and about payments that were returned or are disputed. */
export function handlePaymentMails(portal: Portal): void {
  const { database, jobs, mailer } = portal;
  jobs.handle(receiptMail, async ({ purchaseId }) => {
    const invoice = await findInvoice(database, purchaseId);
    if (invoice) await mailer.send(await composeReceipt(portal, invoice));
  });
  jobs.handle(creditNoteMail, async ({ creditNoteId }) => {
    const note = await findCreditNote(database, creditNoteId);
    const invoice = note && (await findInvoice(database, note.invoiceId));
    if (invoice) await mailer.send(await composeCreditNote(portal, note, invoice));
  });
  jobs.handle(returnedMail, async ({ invoiceId, amount }) => {
    const invoice = await findInvoice(database, invoiceId);
    if (invoice) await mailer.send(await composeReturned(portal, invoice, amount));
  });
  jobs.handle(failedDebitMail, async ({ invoiceId }) => {
    const invoice = await findInvoice(database, invoiceId);
    if (invoice?.userId) await mailer.send(await composeFailedDebit(portal, invoice));
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
    const [language] = portal.brand.languages;
    const what = textsIn(language)(`mails:refund-booked.${outcome}`, {
      excess: formatMoney({ amount: excess, currency }, language),
    });
    const values = { ...about, number: number ?? "–", what };
    await mailer.send(composeForOwner("refund-booked", portal, invoice, values));
  });
  jobs.handle(failedRefundMail, async ({ invoiceId, amount, refund, number, outcome }) => {
    const invoice = await findInvoice(database, invoiceId);
    const what = textsIn(portal.brand.languages[0])(`mails:refund-failed.${outcome}`);
    const about = { amount, refund: refund ?? "–", number: number ?? "–", what };
    if (invoice) await mailer.send(composeForOwner("refund-failed", portal, invoice, about));
  });
}
