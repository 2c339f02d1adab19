import * as z from "zod/mini";
import { formatDate } from "../../../../src-shared/formats.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries } from "../../../infra/jobs/job.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mail.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import type { Portal } from "../../../portal.ts";
import { findBuyer } from "../invoices/buyer-store.ts";
import { findInvoice } from "../invoices/invoice-store.ts";
import { findBalance } from "../payments/credit-store.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import { providerOf } from "../payments/payments.ts";
import type { Invoice, Subscription } from "../schema.ts";
import { gracePeriod } from "../subscriptions/membership.ts";
import { chargeOf, nextPlan } from "../subscriptions/renewal-charge.ts";
import { findSubscriptionById } from "../subscriptions/subscription-store.ts";

/** What a member is told about the membership; keys of `locales/en/mails.json`. */
export const membershipMails = [
  "renewal-reminder",
  "renewal-failed",
  "confirm-renewal",
  "membership-ended",
  "membership-cancelled",
  "membership-resumed",
  "switch-planned",
  "card-expiring",
] as const;
type MembershipMail = (typeof membershipMails)[number];

const membershipMail = defineJob({
  name: "billing.mail-membership",
  payload: z.object({
    kind: z.enum(membershipMails),
    subscriptionId: z.string(),
    /** The invoice that it is about, if there is one. */
    invoiceId: z.nullable(z.string()),
  }),
  retry: patientRetries,
});

/** Enqueues a mail about a membership, in the transaction of what it tells. */
export const enqueueMembershipMail = (
  { jobs }: Pick<PaymentPortal, "jobs">,
  tx: Database,
  mail: { kind: MembershipMail; subscriptionId: string; invoiceId: string | null },
): Promise<void> => jobs.enqueue(tx, membershipMail, mail);

/** Values of the texts: what is charged and when, and what follows when it is not paid. */
function valuesOf(
  subscription: Subscription,
  {
    invoice,
    balance,
    language,
  }: { invoice: Invoice | undefined; balance: number; language: Language },
): Record<string, string> {
  const t = textsIn(language);
  const day = (date: Date | null) => (date ? formatDate(date.toISOString(), language, "UTC") : "");
  const plan = nextPlan(subscription);
  const next = plan && chargeOf(plan, subscription, { balance, unused: 0 });
  const amount = invoice?.total ?? next?.total ?? 0;
  const currency = invoice?.currency ?? plan?.price.currency ?? "EUR";
  const { periodStart, nextTryAt } = invoice ?? { periodStart: null, nextTryAt: null };
  const { endsAt } = subscription;
  return {
    amount: formatMoney({ amount, currency }, language),
    plan: plan ? t(`mails:renewal-reminder.${plan.period}`) : "",
    date: day(endsAt),
    ends: day(new Date((periodStart ?? endsAt ?? new Date(0)).getTime() + gracePeriod)),
    next: nextTryAt
      ? t("mails:renewal-failed.nextTry", { date: day(nextTryAt) })
      : t("mails:renewal-failed.noNextTry"),
  };
}

/** Returns a mail about a membership; undefined when the account is gone. */
async function composeMembershipMail(
  portal: Portal,
  kind: MembershipMail,
  subscription: Subscription,
  invoice: Invoice | undefined,
): Promise<Mail | undefined> {
  const { database, config } = portal;
  const buyer = await findBuyer(database, subscription.userId);
  if (!buyer) return undefined;
  const { email: to, language } = buyer;
  const balance = await findBalance(database, subscription.userId);
  const isOver = kind === "membership-ended";
  const mail = composeMail(kind, {
    to,
    language,
    values: valuesOf(subscription, { invoice, balance, language }),
    url: publicOrigin(config) + routePath(isOver ? "memberships" : "subscription"),
  });
  const provider = invoice ? providerOf(portal, invoice) : portal.payments.current;
  if (!provider.testMode) return mail;
  return {
    ...mail,
    paragraphs: [textsIn(language)("mails:renewal-reminder.testMode"), ...mail.paragraphs],
  };
}

/** Registers the job that mails members about their memberships. */
export const handleMembershipMails = (portal: Portal): void =>
  portal.jobs.handle(membershipMail, async ({ kind, subscriptionId, invoiceId }) => {
    const { database, mailer } = portal;
    const subscription = await findSubscriptionById(database, subscriptionId);
    if (!subscription) return;
    const invoice = invoiceId === null ? undefined : await findInvoice(database, invoiceId);
    const mail = await composeMembershipMail(portal, kind, subscription, invoice);
    if (mail) await mailer.send(mail);
  });
