import * as z from "zod/mini";
import { defaultLanguage } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { routePath } from "#shared/routes.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { disputeStatuses } from "#api/infra/payment-provider.ts";
import type { Enqueuing, Portal } from "#api/portal.ts";
import { findInvoice, findRecipient } from "./invoices.ts";
import { isTestPayment, markTestMode } from "./receipts.ts";
import type { Invoice } from "./schema.ts";

/** What follows for the membership when a dispute about an invoice has begun or is decided (`cancel.ts`). */
export const disputeJob = defineJob({
  name: "payments.dispute",
  payload: z.object({ invoiceId: z.string() }),
  retry: patientRetries,
});

const returnedMail = defineJob({
  name: "billing.mail-returned-payment",
  payload: z.object({ invoiceId: z.string(), amount: z.int() }),
  retry: patientRetries,
});

const disputeMail = defineJob({
  name: "billing.mail-dispute",
  payload: z.object({
    invoiceId: z.string(),
    amount: z.int(),
    dispute: z.string(),
    status: z._default(z.enum(disputeStatuses), "open"),
    /** Number of the credit note that books a loss. */
    number: z._default(z.nullable(z.string()), null),
  }),
  retry: patientRetries,
});

const bookedRefund = z.object({
  invoiceId: z.string(),
  amount: z.int(),
  /** The provider's reference. */
  refund: z.string(),
  /** Number of the credit note; null where there was nothing left to book. */
  number: z.nullable(z.string()),
  /** owed: the credit note was there before; excess: more than was left, by `excess`; nothing: nothing was left at all. */
  outcome: z.enum(["booked", "ended", "owed", "excess", "nothing"]),
  excess: z.int(),
});

/** A refund that was made at the provider itself; amounts in minor units of its invoice. */
export type BookedRefund = z.infer<typeof bookedRefund>;

const providerRefundMail = defineJob({
  name: "payments.mail-provider-refund",
  payload: bookedRefund,
  retry: patientRetries,
});

const failedRefund = z.object({
  invoiceId: z.string(),
  amount: z.int(),
  /** The provider's reference; null for a refund that it never began. */
  refund: z.nullable(z.string()),
  /** Number of the credit note; null for the return of a payment that bought nothing. */
  number: z.nullable(z.string()),
  /** owed: the buyer has the credit note; void: the credit note counts no more; returned: a payment that bought nothing. */
  outcome: z.enum(["owed", "void", "returned"]),
});

/** A refund that has failed; `amount` in minor units of its invoice. */
export type FailedRefund = z.infer<typeof failedRefund>;

const failedRefundMail = defineJob({
  name: "billing.mail-failed-refund",
  payload: failedRefund,
  retry: patientRetries,
});

/** What a mail is about; `amount` in minor units of the invoice's currency. */
type PaymentEvent = { invoice: Pick<Invoice, "id">; amount: number };

/** Enqueues the mail that tells a buyer of a payment that bought nothing and was paid back. */
export const enqueueReturnedPayment = (
  { jobs }: Enqueuing,
  tx: Database,
  { invoice, amount }: PaymentEvent,
): Promise<void> => jobs.enqueue(tx, returnedMail, { invoiceId: invoice.id, amount });

export const enqueueDispute = (
  { jobs }: Enqueuing,
  tx: Database,
  dispute: z.infer<typeof disputeMail.payload>,
): Promise<void> => jobs.enqueue(tx, disputeMail, dispute);

export const enqueueProviderRefund = (
  { jobs }: Enqueuing,
  tx: Database,
  refund: BookedRefund,
): Promise<void> => jobs.enqueue(tx, providerRefundMail, refund);

export const enqueueFailedRefund = (
  { jobs }: Enqueuing,
  tx: Database,
  failed: FailedRefund,
): Promise<void> => jobs.enqueue(tx, failedRefundMail, failed);

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
