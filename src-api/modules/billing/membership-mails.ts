import type { Brand } from "#shared/brand.ts";
import { formatDate, formatLastDay } from "#shared/formats.ts";
import { servedLanguage, type Language } from "#shared/languages.ts";
import { formatMoney } from "#shared/money.ts";
import { isPartOn } from "#shared/parts.ts";
import { dogsPath, partIds, type Part, type RouteId, routePath } from "#shared/routes.ts";
import { PermanentFailure } from "#api/infra/jobs/job.ts";
import { composeMail, publicOrigin } from "#api/infra/mail/compose.ts";
import type { Mail } from "#api/infra/mail/mail.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import type { Portal } from "#api/portal.ts";
import { findBuyer, findInvoice } from "./invoices.ts";
import { markTestMode } from "./payment-mails.ts";
import { isTestPayment } from "./receipts.ts";
import type { Invoice, PaymentMethod } from "./schema.ts";
import { cardName, findCard } from "./cards.ts";
import { findUpcomingCharge, lacksCard, type UpcomingCharge } from "./renew.ts";
import {
  findSubscriptionById,
  gracePeriodMs,
  type MembershipMail,
  membershipMail,
  renews,
  type Subscription,
} from "#api/modules/membership/module.ts";
import { findWithdrawUntil } from "./withdraw.ts";

/** What the texts are made of. */
type Facts = {
  now: Date;
  language: Language;
  /** Its time zone is the one in which memberships are granted. */
  brand: Brand;
  subscription: Subscription;
  invoice: Invoice | undefined;
  upcoming: UpcomingCharge | null;
  card: PaymentMethod | undefined;
  /** Whether the next charge needs a card that is not there, or that no provider can charge any more. */
  needsCard: boolean;
};

type Values = Record<string, string>;

/** Returns a fact that a mail needs. Throws `PermanentFailure` without it: no mail has a gap. */
function needed<Fact>(fact: Fact | null | undefined, name: string): Fact {
  if (fact === null || fact === undefined) {
    throw new PermanentFailure(`A mail about a membership needs its ${name}.`);
  }
  return fact;
}

/** Returns a day in words, as the seller's calendar has it. */
const day = (date: Date, { language, brand }: Pick<Facts, "language" | "brand">): string =>
  formatDate(date.toISOString(), language, brand.timeZone);

/** Asks for a card for the next charge, and says what happens otherwise. */
function cardRequest(facts: Facts): string {
  const { upcoming, language } = facts;
  const ends = new Date(needed(upcoming, "next charge").on.getTime() + gracePeriodMs);
  return textsIn(language)("mails:renewal-reminder.needsCard", { ends: day(ends, facts) });
}

/** The next charge: when, for which plan, and a sentence about the amount. */
function upcomingValues(facts: Facts): Values {
  const { now, upcoming, subscription, language, needsCard } = facts;
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
  return {
    // The first charge of a member of another site waits for this mail, even after the end of the period.
    date: day(on < now ? now : on, facts),
    plan: t(`mails:renewal-reminder.${plan.period}`),
    charge,
    todo: needsCard ? cardRequest(facts) : t("mails:renewal-reminder.nothingToDo"),
  };
}

/** A renewal that was not paid: what, until when it can be, and when it is tried again. */
function unpaidValues(facts: Facts): Values {
  const { invoice, language } = facts;
  const t = textsIn(language);
  const { total: amount, currency, period, periodStart, nextTryAt } = needed(invoice, "invoice");
  const ends = new Date(needed(periodStart, "period").getTime() + gracePeriodMs);
  return {
    amount: formatMoney({ amount, currency }, language),
    plan: t(`mails:renewal-reminder.${needed(period, "plan")}`),
    ends: day(ends, facts),
    next: nextTryAt
      ? t("mails:renewal-failed.nextTry", { date: day(nextTryAt, facts) })
      : t("mails:renewal-failed.noNextTry"),
  };
}

function endedValues({ subscription, invoice, language }: Facts): Values {
  const { source, cancelAtPeriodEnd, stoppedByDispute } = subscription;
  const why =
    source === "grant"
      ? "granted"
      : invoice
        ? "unpaid"
        : cancelAtPeriodEnd && !stoppedByDispute
          ? "cancelled"
          : "stopped";
  return { why: textsIn(language)(`mails:membership-ended.${why}`) };
}

const cancelledValues = (facts: Facts): Values => ({
  date: day(needed(facts.subscription.endsAt, "end"), facts),
});

const grantValues = ({ subscription, language, brand }: Facts): Values => ({
  date: formatLastDay(needed(subscription.endsAt, "end").toISOString(), language, brand.timeZone),
});

function cardValues(facts: Facts): Values {
  const card = needed(facts.card, "card");
  const month = needed(card.expMonth, "month");
  const expiry = `${String(month).padStart(2, "0")}/${needed(card.expYear, "year")}`;
  return { ...upcomingValues(facts), card: cardName(card), expiry };
}

/** The first charge after a trial: when, how much, and to which card. */
function trialValues(facts: Facts): Values {
  const { upcoming, card, language, needsCard } = facts;
  const values = upcomingValues(facts);
  const { price } = needed(upcoming, "next charge");
  if (price.amount === 0 || needsCard || !card) return values;
  const amount = formatMoney(price, language);
  const charged = { amount, card: cardName(card) };
  return { ...values, charge: textsIn(language)("mails:trial-ending.charge", charged) };
}

const valuesOf: Record<MembershipMail, (facts: Facts) => Values> = {
  welcome: ({ brand }) => ({ brand: brand.name }),
  "renewal-reminder": upcomingValues,
  "renewal-failed": unpaidValues,
  "confirm-renewal": unpaidValues,
  "membership-ended": endedValues,
  "membership-cancelled": cancelledValues,
  "membership-resumed": upcomingValues,
  "switch-planned": upcomingValues,
  "card-expiring": cardValues,
  "grant-ending": grantValues,
  "trial-ending": trialValues,
};

/** Whether the subscription goes on as it is: another charge follows. */
const goesOn = ({ subscription }: Facts): boolean =>
  subscription.status === "active" && renews(subscription);

/** A renewal can still be paid: neither did it succeed meanwhile, nor was it given up. */
const isDeclined = ({ invoice }: Facts): boolean => invoice?.status === "declined";

/** Returns whether what a mail says is still true once it is sent: it may have waited for days. */
const isStillTrue: Record<MembershipMail, (facts: Facts) => boolean> = {
  welcome: ({ subscription }) => subscription.status !== "ended",
  "renewal-reminder": goesOn,
  "renewal-failed": isDeclined,
  "confirm-renewal": isDeclined,
  "membership-ended": ({ subscription }) => subscription.status === "ended",
  "membership-cancelled": ({ subscription }) =>
    subscription.status !== "ended" && subscription.cancelAtPeriodEnd,
  "membership-resumed": goesOn,
  "switch-planned": (facts) => goesOn(facts) && facts.subscription.nextPeriod !== null,
  "trial-ending": (facts) => goesOn(facts) && facts.subscription.onTrial,
  // Another card has not been reminded of.
  "card-expiring": (facts) => goesOn(facts) && Boolean(facts.card?.remindedAt),
  "grant-ending": ({ subscription }) =>
    subscription.status === "active" &&
    subscription.source === "grant" &&
    subscription.endsAt !== null,
};

/** Mails about a charge to come whose texts do not say what has to be done before. */
const withoutTodo: ReadonlySet<MembershipMail> = new Set(["membership-resumed", "switch-planned"]);

/** Where its button leads, unless to the page of the subscription. */
const pageOf: Partial<Record<MembershipMail, RouteId>> = {
  welcome: "dashboard",
  "membership-ended": "memberships",
  "grant-ending": "memberships",
};

/** What a new member does first, and needs to find later, with the page of each. */
const firstSteps: { step: string; path: string; part?: Part }[] = [
  { step: "dog", path: dogsPath, part: "dogs" },
  { step: "protocol", path: routePath("protocols"), part: "training" },
  { step: "receipts", path: routePath("membership") },
];

/** Returns the paragraphs and entries of the mail that welcomes a new member, which name only what the portal has. */
function welcomeOf({ brand, config }: Portal, language: Language) {
  const t = textsIn(language);
  const isWhole = partIds.every((part) => isPartOn(brand, part)) && !brand.kinds;
  const textOf = (step: string) => (step === "dog" && !isWhole ? "dogTextShort" : `${step}Text`);
  return {
    ...(!isWhole && { paragraphs: t("mails:welcome.bodyShort").split("\n\n") }),
    entries: firstSteps
      .filter(({ part }) => part === undefined || isPartOn(brand, part))
      .map(({ step, path }) => ({
        title: t(`mails:welcome.${step}Title`),
        text: t(`mails:welcome.${textOf(step)}`),
        url: publicOrigin(config) + path,
      })),
  };
}

/** Returns a mail about a membership; undefined when the account is gone, or there is nothing to report. */
async function composeMembershipMail(
  portal: Portal,
  kind: MembershipMail,
  { subscription, invoice }: Pick<Facts, "subscription" | "invoice">,
): Promise<Mail | undefined> {
  const { database, config, brand } = portal;
  const { userId } = subscription;
  const buyer = await findBuyer(database, userId);
  if (!buyer) return undefined;
  const { email: to } = buyer;
  const language = servedLanguage(brand.languages, buyer.language);
  const upcoming = await findUpcomingCharge(database, subscription);
  const card = await findCard(database, userId);
  const needsCard = await lacksCard(portal, upcoming, card);
  const now = portal.now();
  const facts = { now, language, brand, subscription, invoice, upcoming, card, needsCard };
  if (!isStillTrue[kind](facts)) return undefined;
  const mail = composeMail(kind, {
    to,
    language,
    values: valuesOf[kind](facts),
    url: publicOrigin(config) + routePath(pageOf[kind] ?? "subscription"),
  });
  if (kind === "welcome") Object.assign(mail, welcomeOf(portal, language));
  if (needsCard && withoutTodo.has(kind)) mail.paragraphs.push(cardRequest(facts));
  if (kind === "membership-cancelled" && (await findWithdrawUntil(portal, subscription.id))) {
    mail.paragraphs.push(textsIn(language)("mails:membership-cancelled.withdrawal"));
  }
  if (subscription.source === "grant") return mail;
  const paidBy = invoice ?? card ?? { provider: portal.payments.current.id };
  return markTestMode(mail, isTestPayment(portal, paidBy));
}

export const handleMembershipMails = (portal: Portal): void =>
  portal.jobs.handle(membershipMail, async ({ kind, subscriptionId, invoiceId }) => {
    const { database, mailer } = portal;
    const subscription = await findSubscriptionById(database, subscriptionId);
    if (!subscription) return;
    const invoice = invoiceId === null ? undefined : await findInvoice(database, invoiceId);
    const mail = await composeMembershipMail(portal, kind, { subscription, invoice });
    if (mail) await mailer.send(mail);
  });
