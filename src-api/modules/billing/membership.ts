import type { Money } from "#shared/money.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { PaymentPortal, Portal } from "#api/portal.ts";
import { chargesElsewhere } from "./foreign-customers.ts";
import { findYearlyOffer } from "./leaving.ts";
import { chargeOf, nextPlan } from "./prices.ts";
import { findBalancesOf } from "./credit.ts";
import { findTakenBack, isPaidOnce, isUnsettled } from "./late-payments.ts";
import { findLastPayment, findOpenRenewal } from "./invoices.ts";
import {
  findBought,
  findSubscription,
  isGrantWithEnd,
  renews,
  membershipStatus,
  type Subscription,
  subscriptions,
} from "#api/modules/membership/module.ts";
import type { Invoice, Payment, PaymentMethod } from "./schema.ts";
import { getMembership, type Membership, payRenewal } from "#shared/api/membership.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { beginPayment } from "./payment-pages.ts";
import type { User } from "#shared/api/user.ts";
import { requireUser, type Session } from "#api/http/session.ts";
import { findCard } from "./cards.ts";
import { settleAndReloadSession } from "./payments.ts";
import { findWithdrawUntil } from "./withdraw.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { findUpcomingCharge, isPastDue, lacksCard, reminderLeadMs } from "./renew.ts";

/** Returns the credit of a user's account, one sum for each currency that it has any in. */
const findBalances = async (database: Database, userId: string): Promise<Money[]> =>
  (await findBalancesOf(database, [userId])).map(({ amount, currency }) => ({ amount, currency }));

/** Returns whether a renewal of the user was not paid, and no late payment waits for the bank. */
const owesRenewal = async (database: Database, userId: string): Promise<boolean> =>
  (await database.$count(subscriptions, and(eq(subscriptions.userId, userId), isPastDue))) > 0;

const none: Membership = {
  status: "none",
  source: null,
  period: null,
  startedAt: null,
  endsAt: null,
  nextCharge: null,
  nextPeriod: null,
  pastDue: null,
  card: null,
  credit: null,
};

/** What is known about a user's payments besides the subscription. */
type Account = {
  /** Credit, one sum for each currency. */
  balances: readonly Money[];
  card: PaymentMethod | undefined;
  /** The renewal that was not paid, and the last try to charge it. */
  unpaid:
    | {
        invoice: Pick<Invoice, "id" | "status" | "total" | "currency" | "expiresAt" | "nextTryAt">;
        payment: Pick<Payment, "status"> | undefined;
      }
    | undefined;
};

/** Returns the charge at the end of the period; null for grants, which are never charged. */
function nextChargeOf(subscription: Subscription, balance: number): Membership["nextCharge"] {
  const { endsAt } = subscription;
  const plan = nextPlan(subscription);
  if (!plan || !endsAt) return null;
  const { total: amount } = chargeOf(plan, subscription, { balance, unused: 0 });
  const { currency } = plan.price;
  return { price: { amount, currency }, on: endsAt.toISOString(), period: plan.period };
}

function pastDueOf(unpaid: Account["unpaid"]): Membership["pastDue"] {
  // A payment that is being settled leaves nothing to pay.
  if (!unpaid || unpaid.invoice.status === "pending") return null;
  const { invoice, payment } = unpaid;
  const { id: purchaseId, total: amount, currency, expiresAt, nextTryAt } = invoice;
  return {
    purchaseId,
    price: { amount, currency },
    endsOn: expiresAt.toISOString(),
    nextTryOn: nextTryAt?.toISOString() ?? null,
    needs: payment?.status === "requires_action" ? "confirmation" : "card",
  };
}

const cardOf = ({ card }: Account): Membership["card"] => {
  if (!card) return null;
  const { kind, brand, last4, expMonth, expYear } = card;
  return { kind, brand, last4, expMonth, expYear };
};

/** Returns the credit that a membership charged in a currency cannot use; nothing where there is none. */
function otherCreditOf(
  balances: readonly Money[],
  own: string | null,
): Pick<Membership, "otherCredit"> {
  const others = balances.filter(({ currency }) => currency !== own);
  return others.length > 0 ? { otherCredit: others } : {};
}

/** Returns a subscription as its user sees it; dates and charges only where they apply. */
export function membershipOf(
  subscription: Subscription | undefined,
  account: Account,
  now: Date,
): Membership {
  const { balances } = account;
  if (!subscription) return { ...none, ...otherCreditOf(balances, null) };
  const status = membershipStatus(subscription, now);
  const begun = status !== "pending";
  const { source, period, startedAt, endsAt, nextPeriod, currency } = subscription;
  const own = balances.find((balance) => balance.currency === currency);
  const balance = own?.amount ?? 0;
  return {
    status,
    source,
    period,
    startedAt: begun ? startedAt.toISOString() : null,
    endsAt: begun ? (endsAt?.toISOString() ?? null) : null,
    nextCharge: status === "active" ? nextChargeOf(subscription, balance) : null,
    nextPeriod: status === "active" ? nextPeriod : null,
    pastDue: status === "past-due" ? pastDueOf(account.unpaid) : null,
    card: source === "purchase" && status !== "ended" ? cardOf(account) : null,
    credit: own ?? null,
    ...otherCreditOf(balances, currency),
    ...(subscription.onTrial && begun && { onTrial: true }),
  };
}

/** Returns a user's membership: its state, what is charged next, and what is owed. */
export async function presentMembership(
  portal: Pick<Portal, "brand" | "database" | "now">,
  userId: string,
): Promise<Membership> {
  const { database, now } = portal;
  const subscription = await findSubscription(database, userId);
  const invoice = subscription && (await findOpenRenewal(database, subscription.id));
  const payment = invoice && (await findLastPayment(database, invoice.id));
  const account = {
    balances: await findBalances(database, userId),
    card: await findCard(database, userId),
    unpaid: invoice && { invoice, payment },
  };
  const isLive = subscription && subscription.status !== "ended";
  const takenBack =
    subscription && !isLive ? await findTakenBack(database, subscription.id) : undefined;
  const until = subscription && (await findWithdrawUntil(portal, subscription.id));
  const membership = membershipOf(subscription, account, now());
  const isElsewhere = await chargesElsewhere(database, userId);
  const isRenewing = membership.status === "active" && !isElsewhere;
  const yearly = subscription && isRenewing && (await findYearlyOffer(database, subscription));
  return {
    ...membership,
    ...(isElsewhere && { chargedElsewhere: true }),
    ...(yearly && { yearly }),
    ...(isLive && (await isUnsettled(database, subscription)) && { unsettled: true }),
    ...(isLive &&
      subscription.cancelAtPeriodEnd &&
      (await isPaidOnce(database, subscription)) && { paidOnce: true }),
    ...(takenBack && {
      failedDebit: { amount: takenBack.total, currency: takenBack.currency },
    }),
    ...(until && isLive && { withdrawUntil: until.toISOString() }),
  };
}

/** Returns whether a membership in force renews within the time of reminders, and lacks a card for it. */
async function needsCardSoon(
  portal: Pick<PaymentPortal, "database" | "now" | "payments">,
  subscription: Subscription,
): Promise<boolean> {
  const { database, now } = portal;
  const { status, userId, endsAt } = subscription;
  if (status !== "active" || !renews(subscription)) return false;
  if (await chargesElsewhere(database, userId)) return false;
  if (!endsAt || endsAt.getTime() > now().getTime() + reminderLeadMs) return false;
  const upcoming = await findUpcomingCharge(database, subscription);
  return lacksCard(portal, upcoming, await findCard(database, userId));
}

/** Returns whether a pending membership is active by now, and whether a renewal is owed or needs a card. */
export async function describeUser(
  portal: PaymentPortal,
  session: Session,
): Promise<Partial<User>> {
  const { subscriptionOwned, subscriptionPending } = await settleAndReloadSession(portal, session);
  if (!subscriptionOwned) return { subscriptionOwned, subscriptionPending };
  const { userId } = session;
  const subscription = await findSubscription(portal.database, userId);
  const needsCard = subscription !== undefined && (await needsCardSoon(portal, subscription));
  return {
    subscriptionOwned,
    subscriptionPending,
    subscriptionPastDue:
      session.subscriptionPastDue && (await owesRenewal(portal.database, userId)),
    ...(needsCard && { subscriptionNeedsCard: true }),
    ...(subscription && isGrantWithEnd(subscription) && { subscriptionMayFollow: true }),
  };
}

/** Serves a user's membership, and the page on which a renewal that was not paid can be paid. */
export async function membershipRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, getMembership, async (_, request) => {
    const { userId } = await settleAndReloadSession(portal, requireUser(request));
    return presentMembership(portal, userId);
  });

  serve(app, payRenewal, async (_, request) => {
    const { userId } = requireUser(request);
    const subscription = await findBought(database, userId, portal.now());
    if (!subscription) throw new ApiError("no-subscription");
    const invoice = await findOpenRenewal(database, subscription.id);
    const url = invoice ? await beginPayment(portal, invoice, request) : null;
    if (url) return { url };
    const isPossible = await portal.payments.current.available();
    throw new ApiError(isPossible ? "no-subscription" : "payments-unavailable");
  });
}
