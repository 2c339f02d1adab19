import { servedLanguage } from "#shared/languages.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, gt, inArray, isNotNull, lte, not, or, sql } from "#api/infra/database/drizzle.ts";
import {
  endedFields,
  enqueueMembershipMail,
  gracePeriodMs,
  lockSubscription,
  membershipInForce,
  startedStatuses,
  type Subscription,
  subscriptions,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { isChargedElsewhere, refreshBeforeFirstCharge } from "./foreign-customers.ts";
import { type Invoice, invoices, type Payment, type PaymentMethod, payments } from "./schema.ts";
import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Period } from "#shared/api/cart.ts";
import { dayMs } from "#shared/durations.ts";
import type { Money } from "#shared/money.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { runAtOnce } from "#api/infra/run-at-once.ts";
import type { PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import {
  chargeOf,
  nextPeriodEnd,
  nextPlan,
  type Plan,
  presentRecurringDiscount,
  taxesIn,
} from "./prices.ts";
import { findProduct } from "./catalogue.ts";
import { chargedLines, findBalance, findBalancesOf, paidMembership } from "./credit.ts";
import {
  cancelPages,
  cancelWaiting,
  findBuyer,
  findInvoice,
  findLastPaid,
  findLastPaidOf,
  findLivePayment,
  insertInvoice,
  invoiceUnpaid,
  isUnpaid,
  lockInvoice,
  updateInvoice,
  voidSwitches,
} from "./invoices.ts";
import { beginCharge, charge, settleDuePayments } from "./payments.ts";
import { findBuyerDetails } from "./buyer-details.ts";
import { taxRateFor } from "./tax-rates.ts";
import { chargeJob, findCard } from "./cards.ts";

const { status, endsAt, source, cancelAtPeriodEnd } = subscriptions;

/** A subscription that is to be renewed, and whose it is. */
type Due = Pick<Subscription, "id" | "userId">;

const isOwnInvoice = and(
  eq(invoices.subscriptionId, subscriptions.id),
  sql`${invoices.status} <> 'void'`, // as in the index `one_invoice_per_period`
);

/** SQL condition on a row of `subscriptions`: the next period has an invoice. */
const isNextInvoiced = sql`exists (select from ${invoices} where ${isOwnInvoice} and ${invoices.periodStart} = ${endsAt})`;

/** SQL condition on a row of `subscriptions`: a payment for it is under way. */
const isBeingPaid = sql`exists (select from ${invoices} join ${payments} on ${payments.invoiceId} = ${invoices.id} where ${isOwnInvoice} and ${payments.status} = 'processing')`;

/** SQL condition on a row of `subscriptions`: its renewal was not paid, and no late payment waits for the bank. */
export const isPastDue = sql<boolean>`case when ${status} = 'past_due' then not exists (select from ${invoices} where ${isOwnInvoice} and ${invoices.reason} = 'renewal' and ${invoices.status} = 'pending') else false end`;

/** Returns the latest end of a period whose renewal waits for its announcement no longer: two days before access ends. */
export const latestWaiting = (now: Date): Date =>
  new Date(now.getTime() - gracePeriodMs + 2 * dayMs);

/** SQL condition on a row of `subscriptions`: it was paid here. */
const isPaidHere = sql`exists (select from ${invoices} where ${isOwnInvoice} and ${invoices.status} = 'paid')`;

/** SQL condition: the first charge here of a member of another site can still wait for its announcement. */
export const mayWait = (now: Date) =>
  and(
    isNotNull(subscriptions.importedAt),
    gt(endsAt, latestWaiting(now)),
    not(isNextInvoiced),
    not(isPaidHere),
  );

/** SQL condition: the renewal does not wait for its announcement, because it was announced or may wait no longer (`mayWait`). */
const isExpected = (now: Date) =>
  or(eq(subscriptions.remindedOf, endsAt), sql`(${mayWait(now)}) is not true`);

/** SQL condition on a row of `subscriptions`: its period is over, and the next one is to be charged, here. */
const isDue = (now: Date) =>
  and(
    eq(status, "active"),
    eq(source, "purchase"),
    eq(cancelAtPeriodEnd, false),
    lte(endsAt, now),
    not(isNextInvoiced),
    not(isBeingPaid),
    not(isChargedElsewhere),
    isExpected(now),
  );

/** Which subscriptions or invoices to return: at most `limit`, those that follow `after` in the order of their ids. */
type Batch = { now: Date; after: string | null; limit: number };

const follows = ({ after }: Batch) => (after === null ? undefined : gt(subscriptions.id, after));

/** Returns subscriptions that are to be renewed. */
const findDue = (database: Database, batch: Batch): Promise<Due[]> =>
  database
    .select({ id: subscriptions.id, userId: subscriptions.userId })
    .from(subscriptions)
    .where(and(isDue(batch.now), follows(batch)))
    .orderBy(subscriptions.id)
    .limit(batch.limit);

/** Returns a due subscription, locked; undefined when another process renewed it. Lock its user first. */
async function lockDue(tx: Database, id: string, now: Date): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), isDue(now)))
    .for("update");
  return row;
}

/** SQL condition on a row of `subscriptions`: it was cancelled, and its period is over. */
const isCancelledAndOver = (now: Date) =>
  and(
    eq(source, "purchase"),
    inArray(status, startedStatuses),
    eq(cancelAtPeriodEnd, true),
    lte(endsAt, now),
    // A debit for a longer period may still be paid.
    not(isBeingPaid),
  );

/** Returns subscriptions that were cancelled, and whose period is over. */
const findCancelled = (database: Database, batch: Batch): Promise<Pick<Subscription, "id">[]> =>
  database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isCancelledAndOver(batch.now), follows(batch)))
    .orderBy(subscriptions.id)
    .limit(batch.limit);

/** Marks such a subscription as ended. False when it is not one, or not any more. */
async function endIfCancelled(tx: Database, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(subscriptions)
    .set(endedFields(now))
    .where(and(eq(subscriptions.id, id), isCancelledAndOver(now)))
    .returning({ id: subscriptions.id });
  return rows.length > 0;
}

/** Marks granted memberships as ended whose time is over, and returns them. */
const endOverGrants = (database: Database, now: Date) =>
  database
    .update(subscriptions)
    .set(endedFields(now))
    .where(
      and(
        eq(source, "grant"),
        inArray(status, startedStatuses),
        lte(endsAt, now),
        not(membershipInForce(now)),
      ),
    )
    .returning({ id: subscriptions.id });

const followingInvoice = ({ after }: Batch) =>
  after === null ? undefined : gt(invoices.id, after);

/** Returns invoices whose time has come to charge the card on file. */
const findDueTries = (database: Database, batch: Batch): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(lte(invoices.nextTryAt, batch.now), followingInvoice(batch)))
    .orderBy(invoices.id)
    .limit(batch.limit);

/** Returns unpaid renewals that have expired: they are given up. */
const findExpiredRenewals = (database: Database, batch: Batch): Promise<Pick<Invoice, "id">[]> =>
  database
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        invoiceUnpaid,
        sql`${invoices.reason} = 'renewal'`,
        lte(invoices.expiresAt, batch.now),
        followingInvoice(batch),
      ),
    )
    .orderBy(invoices.id)
    .limit(batch.limit);

type Charged = Pick<Invoice, "reason" | "periodStart" | "periodEnd" | "expiresAt">;

/**
 * Returns an invoice for a period of a subscription, priced for its user. The terms are those that were
 * accepted last.
 *
 * @param unused credit for the unused rest of what was paid, in minor units
 */
export async function periodInvoice(
  portal: TransactionPortal,
  tx: Database,
  subscription: Subscription,
  { plan, unused, ...charged }: Charged & { plan: Plan; unused: number },
): Promise<Invoice> {
  const { id: subscriptionId, userId, discount } = subscription;
  const user = await findBuyer(tx, userId);
  if (!user) throw new Error("A subscription has no user.");
  const product = await findProduct(tx, plan.sku);
  const card = await findCard(tx, userId);
  const credit = { unused, balance: await findBalance(tx, userId, plan.price.currency) };
  const language = servedLanguage(portal.brand.languages, user.language);
  const name = product ? localised(product.name, language) : plan.sku;
  const buyer = await findBuyerDetails(tx, userId);
  const described = { name, ...(product && { taxRate: taxRateFor(product, buyer) }) };
  const cost = chargeOf(plan, subscription, credit, described);
  const { currency } = plan.price;
  return {
    id: randomUUID(),
    userId,
    subscriptionId,
    status: "open",
    ...charged,
    extendedUntil: null,
    lines: cost.lines,
    discount: presentRecurringDiscount(discount, { amount: cost.discount, currency }, language),
    credit: cost.credit,
    creditChange: cost.creditChange,
    total: cost.total,
    taxes: taxesIn(cost.lines, cost.credit),
    currency,
    period: plan.period,
    termsVersion:
      (await findLastPaid(tx, subscriptionId))?.termsVersion ?? portal.brand.legalVersions.terms,
    paidOnce: false,
    origin: "subscription",
    provider: card?.provider ?? portal.payments.current.id,
    providerReference: null,
    buyerName: user.name,
    buyerEmail: user.email,
    buyer,
    seller: null,
    createdAt: portal.now(),
    paidAt: null,
    receiptNumber: null,
    withdrawalReference: null,
    nextTryAt: null,
    tries: 0,
  };
}

/** Returns the period that follows the present one; null for a subscription without an end. */
function followingPeriod(
  { anchorAt, startedAt, endsAt: until }: Subscription,
  period: Period,
): { periodStart: Date; periodEnd: Date } | null {
  if (!until) return null;
  return { periodStart: until, periodEnd: nextPeriodEnd(anchorAt ?? startedAt, period, until) };
}

/** Opens the invoice of a due subscription's next period. Returns the payment to charge, if there is one. */
async function openRenewal(
  portal: TransactionPortal,
  tx: Database,
  { id, userId }: { id: string; userId: string },
): Promise<Payment | null> {
  await lockUser(tx, userId);
  const subscription = await lockDue(tx, id, portal.now());
  const plan = subscription && nextPlan(subscription);
  const period = plan && followingPeriod(subscription, plan.period);
  if (!period) return null;
  await voidSwitches(portal, tx, id);
  const expiresAt = new Date(period.periodStart.getTime() + gracePeriodMs);
  const charged = { reason: "renewal", ...period, expiresAt, plan, unused: 0 } as const;
  const invoice = await periodInvoice(portal, tx, subscription, charged);
  await insertInvoice(tx, invoice);
  return beginCharge(portal, tx, invoice);
}

/** Charges the card on file for an invoice whose time to try has come. */
async function chargeWhenDue(portal: PaymentPortal, invoiceId: string): Promise<void> {
  const { reason, subscriptionId, userId } = (await findInvoice(portal.database, invoiceId)) ?? {};
  if (reason === "renewal" && subscriptionId && userId) {
    await refreshBeforeFirstCharge(portal, { id: subscriptionId, userId });
  }
  const payment = await portal.database.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const mayTry = invoice?.nextTryAt && invoice.nextTryAt <= portal.now();
    return invoice && mayTry ? beginCharge(portal, tx, invoice) : null;
  });
  if (payment) await charge(portal, payment);
}

export const handleNewCards = (portal: Portal): void =>
  portal.jobs.handle(chargeJob, ({ invoiceId }) => chargeWhenDue(portal, invoiceId));

/** Renews a subscription whose period is over, unless another process has. */
async function renew(portal: PaymentPortal, due: { id: string; userId: string }): Promise<void> {
  await refreshBeforeFirstCharge(portal, due);
  const payment = await portal.database.transaction((tx) => openRenewal(portal, tx, due));
  if (payment) await charge(portal, payment);
}

/** Gives up a renewal that was not paid in time: the membership ends, and nothing is owed any more. */
const giveUp = (portal: PaymentPortal, invoiceId: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const now = portal.now();
    if (!invoice || !isUnpaid(invoice) || invoice.expiresAt > now) return;
    const live = await findLivePayment(tx, invoiceId);
    if (live?.status === "processing") return; // its answer decides
    if (live) await cancelWaiting(portal, tx, live);
    await cancelPages(portal, tx, invoice);
    await updateInvoice(tx, invoiceId, { status: "uncollectible", nextTryAt: null });
    const { subscriptionId } = invoice;
    const subscription = subscriptionId && (await lockSubscription(tx, subscriptionId));
    if (!subscription || subscription.status === "ended") return;
    await updateSubscription(tx, subscription.id, endedFields(now));
    const mail = { kind: "membership-ended", subscriptionId: subscription.id, invoiceId } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });

/** Marks a cancelled subscription as ended once its period is over, and mails its member. */
const endCancelled = (portal: PaymentPortal, id: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    if (!(await endIfCancelled(tx, id, portal.now()))) return;
    const mail = { kind: "membership-ended", subscriptionId: id, invoiceId: null } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });

/** Renews what is due, every minute. Several processes may run it at the same time. */
export const renewalJob = defineJob({
  name: "billing.renew",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
  heartbeatSeconds: 30,
  expireInSeconds: 60 * 60,
});

/** Number of subscriptions and invoices that are fetched at a time. */
const limit = 100;

/** Number of charges under way at a time. */
const width = 8;

/**
 * Runs what is due, some at a time, each once. Returns the errors; an item that fails does not stop the others.
 *
 * @param find returns what is due, in the order of its ids, from the one after `after` on
 */
async function runAll<Item extends { id: string }>(
  { database, now }: Pick<PaymentPortal, "database" | "now">,
  find: (database: Database, batch: Batch) => Promise<Item[]>,
  run: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const waiting: Item[] = await find(database, { now: now(), after, limit });
    after = waiting.at(-1)?.id ?? null;
    if (after === null) return errors;
    errors.push(...(await runAtOnce(waiting, width, run)));
  }
}

/** Marks granted memberships as ended whose time is over, and mails their members. */
const endGrants = (portal: PaymentPortal): Promise<void> =>
  portal.database.transaction(async (tx) => {
    for (const { id } of await endOverGrants(tx, portal.now())) {
      const mail = { kind: "membership-ended", subscriptionId: id, invoiceId: null } as const;
      await enqueueMembershipMail(portal, tx, mail);
    }
  });

/** Settles, renews, retries, gives up and ends what is due. What fails is left to a later run; then it rejects. */
export async function runRenewals(portal: PaymentPortal): Promise<void> {
  const errors: unknown[] = [];
  await settleDuePayments(portal).catch((error: unknown) => errors.push(error));
  await endGrants(portal);
  errors.push(
    ...(await runAll(portal, findDue, (due) => renew(portal, due))),
    ...(await runAll(portal, findDueTries, ({ id }) => chargeWhenDue(portal, id))),
    ...(await runAll(portal, findExpiredRenewals, ({ id }) => giveUp(portal, id))),
    ...(await runAll(portal, findCancelled, ({ id }) => endCancelled(portal, id))),
  );
  if (errors.length > 0) throw new AggregateError(errors, "Some renewals failed.");
}

/** What is charged at the end of the period, and what was charged for the present one. */
export type UpcomingCharge = {
  on: Date;
  plan: Plan;
  price: Money;
  /** Minor units; null when it is not known. */
  last: number | null;
};

/** Returns the next charges of subscriptions, by their ids; those that have no end, or no plan, have none. */
export async function findUpcomingCharges(
  database: Database,
  all: readonly Subscription[],
): Promise<Map<string, UpcomingCharge>> {
  if (all.length === 0) return new Map();
  const balances = await findBalancesOf(
    database,
    all.map(({ userId }) => userId),
  );
  const paid = await findLastPaidOf(
    database,
    all.map(({ id }) => id),
  );
  const found = new Map<string, UpcomingCharge>();
  for (const subscription of all) {
    const { id, userId, endsAt: on } = subscription;
    const plan = nextPlan(subscription);
    if (!plan || !on) continue;
    const { currency } = plan.price;
    const credit = balances.find((one) => one.userId === userId && one.currency === currency);
    const balance = credit?.amount ?? 0;
    const { total: amount } = chargeOf(plan, subscription, { balance, unused: 0 });
    const present = paid.get(id);
    const last = present && paidMembership(chargedLines(present))?.charged;
    const isFirst = subscription.onTrial; // a trial cost nothing: there is no price to compare with
    found.set(id, { on, plan, price: { amount, currency }, last: isFirst ? null : (last ?? null) });
  }
  return found;
}

/** Returns the next charge of a subscription; null for one that has no end, or no plan. */
export const findUpcomingCharge = async (
  database: Database,
  subscription: Subscription,
): Promise<UpcomingCharge | null> =>
  (await findUpcomingCharges(database, [subscription])).get(subscription.id) ?? null;

/** Returns whether a charge needs a card that is missing, or whose provider takes no payments here. */
export async function lacksCard(
  { payments: providers }: Pick<PaymentPortal, "payments">,
  upcoming: UpcomingCharge | null,
  card: Pick<PaymentMethod, "provider"> | undefined,
): Promise<boolean> {
  if (!upcoming || upcoming.price.amount === 0) return false;
  const provider = card && providers.byId.get(card.provider);
  return provider === undefined || !(await provider.available());
}

/** How long before a renewal its member is reminded, and asked for a card that is missing. */
export const reminderLeadMs = 14 * dayMs;
