import { formatMoney, type Money } from "#shared/money.ts";
import { type Html, html } from "#api/infra/html.ts";
import type { Portal } from "#api/portal.ts";
import { chargeOf, nextPlan } from "#api/modules/billing/prices.ts";
import { findBalance } from "#api/modules/billing/credit.ts";
import { findOpenRenewal } from "#api/modules/billing/invoices.ts";
import {
  renews,
  startedStatuses,
  type Subscription,
  subscriptions,
} from "#api/modules/membership/module.ts";
import { invoices, type PaymentMethod, payments } from "#api/modules/billing/schema.ts";
import { cardName, findCard } from "#api/modules/billing/cards.ts";
import { formatTime, sandboxPage, type View } from "./layout.ts";
import { outcomeOfCard, sandboxId, type TestOutcome } from "./sandbox.ts";
import { and, asc, eq, inArray, isNotNull, sql } from "#api/infra/database/drizzle.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { users } from "#api/modules/accounts/module.ts";

/** Returns memberships that have begun and have an end, with their members' names, the earliest end first. */
const findBegun = (database: Database, limit: number) =>
  database
    .select({ subscription: subscriptions, who: users.name })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(inArray(subscriptions.status, startedStatuses), isNotNull(subscriptions.endsAt)))
    .orderBy(asc(subscriptions.endsAt))
    .limit(limit);

/** Returns payments that settle at a known time. */
const findSettling = (database: Database, limit: number) =>
  database
    .select({
      who: invoices.buyerName,
      amount: payments.amount,
      currency: payments.currency,
      card: payments.card,
      at: sql<Date>`${payments.settlesAt}`.mapWith(payments.settlesAt),
    })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        eq(payments.provider, sandboxId),
        eq(payments.status, "processing"),
        isNotNull(payments.settlesAt),
      ),
    )
    .orderBy(asc(payments.settlesAt))
    .limit(limit);

/** A charge of a card on file, and what becomes of it. Without a card it fails; without an amount nothing is charged. */
type Charge = { amount: Money; card: { name: string; outcome: TestOutcome } | null };

/** What happens to a member, and when. */
type Scheduled = { at: Date; who: string } & (
  | ({ what: "renewal" | "retry" } & Charge)
  | { what: "settles"; amount: Money; card: string }
  | { what: "ends" | "givenUp" }
);

/** Of memberships, and of payments. */
const maxListed = 50;

const chargedTo = (card: PaymentMethod | undefined): Charge["card"] =>
  card ? { name: cardName(card), outcome: outcomeOfCard(card.providerReference) } : null;

/** Returns the events ahead of an unpaid renewal: the card may be charged again, and at last it is given up. */
async function forUnpaid(
  { database }: Pick<Portal, "database">,
  { id, userId }: Subscription,
  who: string,
): Promise<Scheduled[]> {
  const invoice = await findOpenRenewal(database, id);
  if (!invoice) return [];
  const { nextTryAt: at, expiresAt, total, currency } = invoice;
  const card = chargedTo(await findCard(database, userId));
  const amount = { amount: total, currency };
  const retry: Scheduled[] = at ? [{ at, who, what: "retry", amount, card }] : [];
  return [...retry, { at: expiresAt, who, what: "givenUp" }];
}

/** Returns the events at the end of a period, or after it if the renewal was not paid. */
async function forMembership(
  portal: Pick<Portal, "database">,
  subscription: Subscription,
  who: string,
): Promise<Scheduled[]> {
  const { database } = portal;
  const { userId, endsAt: at, status } = subscription;
  if (!at) return [];
  if (!renews(subscription)) return [{ at, who, what: "ends" }];
  if (status === "past_due") return forUnpaid(portal, subscription, who);
  const plan = nextPlan(subscription);
  if (!plan) return [];
  const { currency } = plan.price;
  const balance = await findBalance(database, userId, currency);
  const { total } = chargeOf(plan, subscription, { balance, unused: 0 });
  const amount = { amount: total, currency };
  return [{ at, who, what: "renewal", amount, card: chargedTo(await findCard(database, userId)) }];
}

/** Returns the scheduled events, the earliest first. */
async function findSchedule(portal: Pick<Portal, "database">): Promise<Scheduled[]> {
  const { database } = portal;
  const scheduled: Scheduled[] = [];
  for (const { subscription, who } of await findBegun(database, maxListed)) {
    scheduled.push(...(await forMembership(portal, subscription, who)));
  }
  for (const { amount, currency, card, ...rest } of await findSettling(database, maxListed)) {
    const money = { amount, currency };
    scheduled.push({ ...rest, what: "settles", amount: money, card: card ?? "" });
  }
  return scheduled.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

type ScheduledCharge = Extract<Scheduled, { what: "renewal" | "retry" }>;

function chargeText({ what, amount, card }: ScheduledCharge, { t, language }: View): string {
  if (amount.amount === 0) return t("payments:next.free");
  const values = { amount: formatMoney(amount, language), card: card?.name ?? "" };
  if (!card) return t("payments:next.noCard", values);
  return `${t(`payments:next.${what}`, values)} ${t(`payments:next.outcome.${card.outcome}`)}`;
}

function textOf(scheduled: Scheduled, view: View): string {
  const { t, language } = view;
  switch (scheduled.what) {
    case "renewal":
    case "retry":
      return chargeText(scheduled, view);
    case "settles": {
      const { card, amount } = scheduled;
      return t("payments:next.settles", { card, amount: formatMoney(amount, language) });
    }
    case "ends":
    case "givenUp":
      return t(`payments:next.${scheduled.what}`);
  }
}

function itemOf(scheduled: Scheduled, view: View): Html {
  const { at, who } = scheduled;
  return html`<li>
    <time datetime="${at.toISOString()}">${formatTime(at, view)}</time>
    <p><strong>${who}</strong> ${textOf(scheduled, view)}</p>
  </li>`;
}

/** Renders what the sandbox does next, and the portal's time, for testers. */
export async function nextPage(
  portal: Pick<Portal, "database" | "now" | "testClock">,
  view: View,
): Promise<string> {
  const { t } = view;
  const { now, testClock } = portal;
  const scheduled = await findSchedule(portal);
  const title = t("payments:next.title");
  const command = `npm run clock -- forward "1 month"`;
  const how = testClock
    ? html`<p>${t("payments:next.move")} <code>${command}</code></p>`
    : html`<p>${t("payments:next.cannotMove")} <code>TEST_CLOCK=1 npm start</code></p>`;
  const main = html`<main class="single list">
    <section>
      <h1>${title}</h1>
      <p>${t("payments:next.now", { time: formatTime(now(), view) })}</p>
      ${how}
      ${
        scheduled.length > 0
          ? html`<ol class="next">
              ${scheduled.map((item) => itemOf(item, view))}
            </ol>`
          : html`<p>${t("payments:next.nothing")}</p>`
      }
    </section>
  </main>`;
  return sandboxPage(view, title, main);
}
