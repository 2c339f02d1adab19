import type { FastifyInstance } from "fastify";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { isUnpaidHere } from "./foreign-customers.ts";
import { beginPayment } from "./payment-pages.ts";
import { type Period, periods } from "#shared/api/cart.ts";
import {
  previewSwitch,
  type SwitchPreview,
  switchSubscription,
  undoSwitch,
} from "#shared/api/membership.ts";
import { dayMs, hourMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Language } from "#shared/languages.ts";
import {
  chargeOf,
  type PeriodCharge,
  periodEnd,
  type Plan,
  presentRecurringDiscount,
  discountAfterPayment,
} from "./prices.ts";
import { findOnSale } from "./catalogue.ts";
import { isUnsettled } from "./late-payments.ts";
import { findBalance, findPaidLines, type PaidLine, paidMembership } from "./credit.ts";
import {
  findInvoice,
  findLastPaid,
  findLivePayment,
  insertInvoice,
  isPayable,
  runsUntil,
  voidSwitches,
} from "./invoices.ts";
import type { Invoice, Payment } from "./schema.ts";
import {
  enqueueMembershipMail,
  findBought,
  type Subscription,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import type { Logger } from "#api/infra/services.ts";
import type { PaymentPortal, Portal, TransactionPortal } from "#api/portal.ts";
import { beginCharge, charge, isUnanswered, recordSwitch } from "./payments.ts";
import { presentMembership } from "./membership.ts";
import { periodInvoice, reminderLeadMs } from "./renew.ts";
import { requireBought } from "./cancel.ts";
import { trialReminderLeadMs } from "./trial.ts";

/** Returns whether one period is longer than another. */
const isLonger = (period: Period, than: Period): boolean =>
  periods.indexOf(period) > periods.indexOf(than);

/** Returns the credit for the unused rest of a period, rounded up for the member, at most what was paid. */
export function creditFor(paid: number, period: { from: Date; until: Date }, now: Date): number {
  const { from, until } = period;
  const days = Math.round((until.getTime() - from.getTime()) / dayMs);
  const unused = Math.ceil((until.getTime() - now.getTime()) / dayMs);
  if (unused <= 0 || days <= 0) return 0;
  return Math.min(paid, Math.ceil((paid * unused) / days));
}

/** The invoice that pays the present period of a subscription, what was paid for the membership, and what of it is unused. */
export type PaidPeriod = { invoice: Invoice; membership: PaidLine; unused: number };

/** Returns the amount paid for the present period, and the value of its unused rest; null for a grant. */
export async function findPaidPeriod(
  database: Database,
  { id, endsAt }: Subscription,
  now: Date,
): Promise<PaidPeriod | null> {
  const invoice = await findLastPaid(database, id);
  const from = invoice?.periodStart;
  const until = invoice && runsUntil(invoice);
  if (!from || !until || until.getTime() !== endsAt?.getTime()) return null;
  const membership = paidMembership(await findPaidLines(database, invoice));
  if (!membership) return null;
  return { invoice, membership, unused: creditFor(membership.netCost, { from, until }, now) };
}

/** A change of the period as it is charged. */
type Switch = {
  plan: Plan;
  /** Now, or the end of the paid period. */
  on: Date;
  isNow: boolean;
  /** Credit for the unused rest of the paid period, in minor units. */
  unused: number;
  charge: PeriodCharge;
};

/** Returns the price of a change to another period. Throws `switch-impossible`. */
export async function planSwitch(
  database: Database,
  subscription: Subscription,
  { to, now }: { to: Period; now: Date },
): Promise<Switch> {
  const { status, period, endsAt, cancelAtPeriodEnd, currency, userId, onTrial } = subscription;
  const product = (await findOnSale(database)).find(
    (candidate) => candidate.kind === "membership" && candidate.period === to,
  );
  const isOpen = status === "active" && endsAt !== null && endsAt > now && !cancelAtPeriodEnd;
  const isPossible = isOpen && !(await isUnsettled(database, subscription));
  if (!isPossible || !period || period === to || product?.currency !== currency) {
    throw new ApiError("switch-impossible");
  }
  const plan = { sku: product.sku, period: to, price: { amount: product.price, currency } };
  // What was paid at another site is not known here: it is used up first. So is a trial.
  const isNow = isLonger(to, period) && !onTrial && !(await isUnpaidHere(database, subscription));
  const present = isNow ? await findPaidPeriod(database, subscription, now) : null;
  // A membership that was bought during a free one has not begun.
  const begins = present?.invoice.periodStart ?? now;
  const unused = present?.unused ?? 0;
  const credit = { unused, balance: await findBalance(database, userId, currency) };
  const due = chargeOf(plan, subscription, credit);
  return { plan, on: !isNow ? endsAt : begins > now ? begins : now, isNow, unused, charge: due };
}

/** Returns a change of the period as its user sees it before deciding. */
function presentSwitch(
  { discount }: Subscription,
  { plan, on, isNow, charge: due, unused }: Switch,
  { balance, language }: { balance: number; language: Language },
): SwitchPreview {
  const { currency } = plan.price;
  const money = (amount: number) => ({ amount, currency });
  const later = isNow
    ? chargeOf(
        plan,
        { discount: discount && due.discount > 0 ? discountAfterPayment(discount) : discount },
        { unused: 0, balance: Math.max(0, balance + due.creditChange) },
      )
    : due;
  return {
    to: plan.period,
    on: on.toISOString(),
    price: plan.price,
    discount: presentRecurringDiscount(discount, money(due.discount), language),
    credit: money(isNow ? due.credit : 0),
    creditLeft: money(isNow ? Math.max(0, unused + balance - due.credit) : balance),
    dueNow: money(isNow ? due.total : 0),
    next: {
      price: money(later.total),
      on: (isNow ? periodEnd(on, plan.period) : on).toISOString(),
      period: plan.period,
    },
  };
}

/** How long the page on which a switch is confirmed can be used: the credit is that of now. */
const switchLifeMs = hourMs;

/** Notes a change for the end of the paid period. Repeating it changes nothing. */
async function planChange(
  portal: TransactionPortal,
  tx: Database,
  { id, userId, nextSku, nextPrice, onTrial }: Subscription,
  { plan, on }: Switch,
): Promise<void> {
  const { sku, period, price } = plan;
  if (nextSku === sku && nextPrice === price.amount) return;
  // Within the time of reminders, the mail about the change is the reminder.
  const lead = onTrial ? trialReminderLeadMs : reminderLeadMs;
  const remindedOf = on.getTime() - portal.now().getTime() <= lead ? on : null;
  const planned = { nextSku: sku, nextPeriod: period, nextPrice: price.amount, remindedOf };
  await updateSubscription(tx, id, planned);
  await enqueueMembershipMail(portal, tx, {
    kind: "switch-planned",
    subscriptionId: id,
    invoiceId: null,
  });
  await recordSwitch(tx, userId, { plan: period }, portal.now());
}

/** What is left to do for a change: the payment to charge, or the invoice that its user pays on a page. */
type Begun = { invoiceId: string; payment: Payment | null } | null;

/** Returns when the period of a change begins: no two of a subscription begin in the same ms. */
async function beginningOf(tx: Database, { id }: Subscription, { on }: Switch): Promise<Date> {
  const present = (await findLastPaid(tx, id))?.periodStart?.getTime() ?? 0;
  return new Date(Math.max(on.getTime(), present + 1));
}

/** Opens the invoice of a change that begins now. */
async function openSwitch(
  portal: TransactionPortal,
  tx: Database,
  subscription: Subscription,
  planned: Switch,
): Promise<Begun> {
  const { plan, unused } = planned;
  const periodStart = await beginningOf(tx, subscription, planned);
  const invoice: Invoice = await periodInvoice(portal, tx, subscription, {
    reason: "switch",
    periodStart,
    periodEnd: periodEnd(periodStart, plan.period),
    expiresAt: new Date(portal.now().getTime() + switchLifeMs),
    plan,
    unused,
  });
  await insertInvoice(tx, invoice);
  return { invoiceId: invoice.id, payment: await beginCharge(portal, tx, invoice) };
}

/** What a user agreed to: the new period, and what is due now, in minor units. */
type Agreed = { to: Period; dueNow: number };

/** Returns an earlier charge without an answer, to be repeated. Throws `conflict` while another is under way. */
async function findUnanswered(
  portal: TransactionPortal,
  tx: Database,
  { id }: Subscription,
  { to, dueNow }: Agreed,
): Promise<Begun> {
  const invoice = await voidSwitches(portal, tx, id);
  if (!invoice) return null;
  const payment = await findLivePayment(tx, invoice.id);
  const isSame = invoice.period === to && invoice.total === dueNow;
  if (!payment || !isSame || !isUnanswered(payment)) throw new ApiError("conflict");
  return { invoiceId: invoice.id, payment };
}

const begin = (portal: PaymentPortal, userId: string, agreed: Agreed): Promise<Begun> =>
  portal.database.transaction(async (tx) => {
    const { to, dueNow } = agreed;
    const now = portal.now();
    const subscription = await requireBought(tx, userId, now);
    const unanswered = await findUnanswered(portal, tx, subscription, agreed);
    if (unanswered) return unanswered;
    const planned = await planSwitch(tx, subscription, { to, now });
    if (dueNow !== (planned.isNow ? planned.charge.total : 0)) throw new ApiError("price-changed");
    if (planned.isNow) return openSwitch(portal, tx, subscription, planned);
    await planChange(portal, tx, subscription, planned);
    return null;
  });

/**
 * Changes the period of a user's membership: to a longer one now, for what the preview says, to a shorter one
 * at the end of the paid period. Throws `no-subscription`, `switch-impossible`, `conflict`, `price-changed`
 * and `payment-declined`; nothing is changed then. After `payments-unavailable` the same call can be repeated:
 * it charges nothing twice. Returns the invoice that its user has to pay on a page, else null: there is no
 * card, or the bank wants a confirmation.
 */
export async function switchPeriod(
  portal: Portal,
  userId: string,
  agreed: Agreed,
  log: Logger,
): Promise<string | null> {
  const begun = await begin(portal, userId, agreed);
  if (!begun) return null;
  const { invoiceId, payment } = begun;
  if (payment) {
    const { status } = await charge(portal, payment).catch((error: unknown) => {
      log.error({ err: error, invoice: invoiceId }, "the card could not be charged");
      throw new ApiError("payments-unavailable");
    });
    if (status === "failed") throw new ApiError("payment-declined");
  }
  const invoice = await findInvoice(portal.database, invoiceId);
  return invoice && isPayable(invoice, portal.now()) ? invoiceId : null;
}

/** Takes back a change that has not begun. Throws `no-subscription`. */
export const undoSwitchOf = (portal: Portal, userId: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const { id, period, nextSku } = await requireBought(tx, userId, portal.now());
    if (nextSku === null) return;
    const undone = { nextSku: null, nextPeriod: null, nextPrice: null, remindedOf: null };
    await updateSubscription(tx, id, undone);
    await recordSwitch(tx, userId, { plan: period, undone: true }, portal.now());
  });

/** Serves changes of the period of a membership: what one costs, its begin, and taking back one that has not begun. */
export async function switchRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database } = portal;

  serve(app, previewSwitch, async ({ query }, request) => {
    const { userId } = requireUser(request);
    const subscription = await findBought(database, userId, portal.now());
    if (!subscription) throw new ApiError("no-subscription");
    const planned = await planSwitch(database, subscription, { to: query.to, now: portal.now() });
    const balance = await findBalance(database, userId, planned.plan.price.currency);
    return presentSwitch(subscription, planned, { balance, language: request.language });
  });

  serve(app, switchSubscription, async ({ body }, request) => {
    const { userId } = requireUser(request);
    const waiting = await switchPeriod(portal, userId, body, request.log);
    const invoice = waiting === null ? undefined : await findInvoice(database, waiting);
    const paymentUrl = invoice ? await beginPayment(portal, invoice, request) : null;
    return { membership: await presentMembership(portal, userId), paymentUrl };
  });

  serve(app, undoSwitch, async (_, request) => {
    const { userId } = requireUser(request);
    await undoSwitchOf(portal, userId);
    return presentMembership(portal, userId);
  });
}
