import type { Period } from "#shared/api/cart.ts";
import type { SwitchPreview } from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Language } from "#shared/languages.ts";
import {
  chargeOf,
  findOnSale,
  isLonger,
  periodEnd,
  presentRecurringDiscount,
  spent,
  type PeriodCharge,
  type Plan,
} from "../../catalogue/module.ts";
import {
  findBalance,
  findLastPaid,
  findPaidLines,
  paidMembership,
  runsUntil,
  type Invoice,
  type PaidLine,
} from "../../ledger/module.ts";
import type { Subscription } from "../../membership/module.ts";

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

/** Returns what was paid for the present period, and the value of its unused rest; null for a grant. */
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
  return { invoice, membership, unused: creditFor(membership.held, { from, until }, now) };
}

/** A change of the period as it is charged. */
export type Switch = {
  plan: Plan;
  /** Now, or the end of the paid period. */
  on: Date;
  isNow: boolean;
  /** Credit for the unused rest of the paid period, in minor units. */
  unused: number;
  charge: PeriodCharge;
};

/** Returns what a change to another period costs. Throws `switch-impossible`. */
export async function planSwitch(
  database: Database,
  subscription: Subscription,
  { to, now }: { to: Period; now: Date },
): Promise<Switch> {
  const { status, period, endsAt, cancelAtPeriodEnd, currency, userId } = subscription;
  const product = (await findOnSale(database)).find(
    (candidate) => candidate.kind === "membership" && candidate.period === to,
  );
  const isOpen = status === "active" && endsAt !== null && endsAt > now && !cancelAtPeriodEnd;
  if (!isOpen || !period || period === to || product?.currency !== currency) {
    throw new ApiError("switch-impossible");
  }
  const plan = { sku: product.sku, period: to, price: { amount: product.price, currency } };
  const isNow = isLonger(to, period);
  const present = isNow ? await findPaidPeriod(database, subscription, now) : null;
  const unused = present?.unused ?? 0;
  const credit = { unused, balance: await findBalance(database, userId, currency) };
  const charge = chargeOf(plan, subscription, credit);
  return { plan, on: isNow ? now : endsAt, isNow, unused, charge };
}

/** Returns a change of the period as its user sees it before deciding. */
export function presentSwitch(
  { discount }: Subscription,
  { plan, on, isNow, charge, unused }: Switch,
  { balance, language }: { balance: number; language: Language },
): SwitchPreview {
  const { currency } = plan.price;
  const money = (amount: number) => ({ amount, currency });
  const later = isNow
    ? chargeOf(
        plan,
        { discount: discount && charge.discount > 0 ? spent(discount) : discount },
        { unused: 0, balance: Math.max(0, balance + charge.creditChange) },
      )
    : charge;
  return {
    to: plan.period,
    on: on.toISOString(),
    price: plan.price,
    discount: presentRecurringDiscount(discount, money(charge.discount), language),
    credit: money(isNow ? charge.credit : 0),
    creditLeft: money(isNow ? Math.max(0, unused + balance - charge.credit) : balance),
    dueNow: money(isNow ? charge.total : 0),
    next: {
      price: money(later.total),
      on: (isNow ? periodEnd(on, plan.period) : on).toISOString(),
      period: plan.period,
    },
  };
}
