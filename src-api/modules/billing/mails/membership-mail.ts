import * as z from "zod/mini";
import { formatDate } from "../../../../src-shared/formats.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { formatMoney } from "../../../../src-shared/money.ts";
import { routePath } from "../../../../src-shared/routes.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { defineJob, patientRetries, PermanentFailure } from "../../../infra/jobs/job.ts";
import { composeMail, publicOrigin } from "../../../infra/mail/compose.ts";
import type { Mail } from "../../../infra/mail/mail.ts";
import { textsIn } from "../../../infra/i18n/messages.ts";
import type { Portal } from "../../../portal.ts";
import { findBuyer } from "../invoices/buyer-store.ts";
import { findInvoice } from "../invoices/invoice-store.ts";
import { cardName, findCard } from "../payments/card-store.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import { isTestPayment } from "../payments/payments.ts";
import type { PaymentMethod } from "../payments/schema.ts";
import { findUpcomingCharge, type UpcomingCharge } from "../renewals/upcoming-charge.ts";
import type { Invoice, Subscription } from "../schema.ts";
import { gracePeriod, renews } from "../subscriptions/membership.ts";
import { findSubscriptionById } from "../subscriptions/subscription-store.ts";
import { markTestMode } from "./test-mode.ts";

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

/** What the texts are made of. */
type Facts = {
  language: Language;
  subscription: Subscription;
  invoice: Invoice | undefined;
  upcoming: UpcomingCharge | null;
  card: PaymentMethod | undefined;
};

type Values = Record<string, string>;

/** Returns a fact that a mail needs. Throws `PermanentFailure` without it: no mail has a gap. */
function needed<Fact>(fact: Fact | null | undefined, name: string): Fact {
  if (fact === null || fact === undefined) {
    throw new PermanentFailure(`A mail about a membership needs its ${name}.`);
  }
  return fact;
}

const day = (date: Date, language: Language): string =>
  formatDate(date.toISOString(), language, "UTC");

/** The next charge: when, for which plan, and a sentence about the amount. */
function upcomingValues({ upcoming, subscription, language }: Facts): Values {
  const t = textsIn(language);
  const { on, plan, price, last } = needed(upcoming, "next charge");
  const money = (amount: number) => formatMoney({ ...price, amount }, language);
  const amount = money(price.amount);
  const isSamePlan = plan.period === subscription.period;
  const isNew = isSamePlan && last !== null && last !== price.amount;
  const charge =
    price.amount === 0
      ? t("mails:renewal-reminder.chargeNothing")
      : isNew
        ? t("mails:renewal-reminder.chargeChanged", { amount, last: money(last) })
        : t("mails:renewal-reminder.charge", { amount });
  return { date: day(on, language), plan: t(`mails:renewal-reminder.${plan.period}`), charge };
}

/** A renewal that was not paid: what, until when it can be, and when it is tried again. */
function unpaidValues({ invoice, language }: Facts): Values {
  const t = textsIn(language);
  const { total: amount, currency, period, periodStart, nextTryAt } = needed(invoice, "invoice");
  const ends = new Date(needed(periodStart, "period").getTime() + gracePeriod);
  return {
    amount: formatMoney({ amount, currency }, language),
    plan: t(`mails:renewal-reminder.${needed(period, "plan")}`),
    ends: day(ends, language),
    next: nextTryAt
      ? t("mails:renewal-failed.nextTry", { date: day(nextTryAt, language) })
      : t("mails:renewal-failed.noNextTry"),
  };
}

function endedValues({ invoice, language }: Facts): Values {
  const why = invoice ? "unpaid" : "cancelled";
  return { why: textsIn(language)(`mails:membership-ended.${why}`) };
}

const cancelledValues = ({ subscription, language }: Facts): Values => ({
  date: day(needed(subscription.endsAt, "end"), language),
});

function cardValues(facts: Facts): Values {
  const { expMonth, expYear, ...card } = needed(facts.card, "card");
  const expiry = `${String(expMonth).padStart(2, "0")}/${expYear}`;
  return { ...upcomingValues(facts), card: cardName(card), expiry };
}

const valuesOf: Record<MembershipMail, (facts: Facts) => Values> = {
  "renewal-reminder": upcomingValues,
  "renewal-failed": unpaidValues,
  "confirm-renewal": unpaidValues,
  "membership-ended": endedValues,
  "membership-cancelled": cancelledValues,
  "membership-resumed": upcomingValues,
  "switch-planned": upcomingValues,
  "card-expiring": cardValues,
};

/** Returns whether what a mail announces was called off while the mail waited to be sent. */
function isOutdated(kind: MembershipMail, { subscription, card }: Facts): boolean {
  if (kind !== "renewal-reminder" && kind !== "card-expiring") return false;
  if (subscription.status !== "active" || !renews(subscription)) return true;
  return kind === "card-expiring" && !card?.remindedAt; // another card was given
}

/** Returns a mail about a membership; undefined when the account is gone, or there is nothing to tell. */
async function composeMembershipMail(
  portal: Portal,
  kind: MembershipMail,
  { subscription, invoice }: Pick<Facts, "subscription" | "invoice">,
): Promise<Mail | undefined> {
  const { database, config } = portal;
  const { userId } = subscription;
  const buyer = await findBuyer(database, userId);
  if (!buyer) return undefined;
  const { email: to, language } = buyer;
  const upcoming = await findUpcomingCharge(database, subscription);
  const card = await findCard(database, userId);
  const facts = { language, subscription, invoice, upcoming, card };
  if (isOutdated(kind, facts)) return undefined;
  const isOver = kind === "membership-ended";
  const mail = composeMail(kind, {
    to,
    language,
    values: valuesOf[kind](facts),
    url: publicOrigin(config) + routePath(isOver ? "memberships" : "subscription"),
  });
  const paidBy = invoice ?? card ?? { provider: portal.payments.current.id };
  return markTestMode(mail, isTestPayment(portal, paidBy));
}

/** Registers the job that mails members about their memberships. */
export const handleMembershipMails = (portal: Portal): void =>
  portal.jobs.handle(membershipMail, async ({ kind, subscriptionId, invoiceId }) => {
    const { database, mailer } = portal;
    const subscription = await findSubscriptionById(database, subscriptionId);
    if (!subscription) return;
    const invoice = invoiceId === null ? undefined : await findInvoice(database, invoiceId);
    const mail = await composeMembershipMail(portal, kind, { subscription, invoice });
    if (mail) await mailer.send(mail);
  });
