import type { Period } from "../../../../src-shared/api/cart.ts";
import type { SwitchPreview } from "../../../../src-shared/api/membership.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { findOnSale } from "../catalogue/catalogue-store.ts";
import { membershipLine } from "../checkout/cart-lines.ts";
import { presentKept, spent } from "../discounts/discount.ts";
import { paidFor } from "../invoices/amounts.ts";
import { findCreditNotes } from "../invoices/credit-note-store.ts";
import { runsUntil } from "../invoices/invoice.ts";
import { findLastPaid } from "../invoices/invoice-store.ts";
import { findBalance } from "../payments/credit-store.ts";
import type { Subscription } from "../schema.ts";
import { isLonger, periodEnd } from "./period.ts";
import { chargeOf, type PeriodCharge, type Plan } from "./renewal-charge.ts";

const dayLong = 24 * 60 * 60_000;

/**
 * Returns the credit for the unused rest of a period, in minor units. A day that has begun counts as unused,
 * and a part of a unit as a whole one, for the member; the credit is never more than what was paid.
 */
export function creditFor(paid: number, period: { from: Date; until: Date }, now: Date): number {
  const { from, until } = period;
  const days = Math.round((until.getTime() - from.getTime()) / dayLong);
  const unused = Math.ceil((until.getTime() - now.getTime()) / dayLong);
  if (unused <= 0 || days <= 0) return 0;
  return Math.min(paid, Math.ceil((paid * unused) / days));
}

/** Returns the credit for the rest of the present period that was really paid, refunds taken off. */
async function unusedCredit(
  database: Database,
  { id, endsAt }: Subscription,
  now: Date,
): Promise<number> {
  const invoice = await findLastPaid(database, id);
  const line = invoice && membershipLine(invoice.lines);
  const from = invoice?.periodStart;
  const until = invoice && runsUntil(invoice);
  if (!line || !from || !until || until.getTime() !== endsAt?.getTime()) return 0;
  const notes = await findCreditNotes(database, [invoice.id]);
  const refunded = notes.reduce((sum, { amount }) => sum + amount, 0);
  return creditFor(Math.max(0, paidFor(line) - refunded), { from, until }, now);
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

/**
 * Returns what a change to another period costs. Throws `switch-impossible` unless the membership is active
 * and the period is another one that is on sale in the same currency.
 */
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
  const unused = isNow ? await unusedCredit(database, subscription, now) : 0;
  const credit = { unused, balance: await findBalance(database, userId) };
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
    discount: presentKept(discount, money(charge.discount), language),
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
