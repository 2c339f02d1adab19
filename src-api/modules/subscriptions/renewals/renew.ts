import { randomUUID } from "node:crypto";
import type { Period } from "#shared/api/cart.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { localised } from "#api/infra/i18n/localised.ts";
import {
  chargeOf,
  findProduct,
  nextPeriodEnd,
  nextPlan,
  presentRecurringDiscount,
  type Plan,
} from "../../catalogue/module.ts";
import {
  findBalance,
  findBuyer,
  findLastPaid,
  insertInvoice,
  taxesIn,
  type Invoice,
  type Payment,
} from "../../ledger/module.ts";
import { lockUser } from "../../accounts/module.ts";
import { beginCharge, charge, findCard, voidSwitches } from "../../payments/module.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { gracePeriod, type Subscription } from "../../membership/module.ts";
import { lockDue } from "./due-store.ts";

type Charged = Pick<Invoice, "reason" | "periodStart" | "periodEnd" | "expiresAt">;

/**
 * Returns an invoice for a period of a subscription, priced for its user. The terms are those that were
 * accepted last.
 *
 * @param unused credit for the unused rest of what was paid, in minor units
 */
export async function periodInvoice(
  tx: Database,
  subscription: Subscription,
  {
    plan,
    unused,
    portal,
    ...charged
  }: Charged & { plan: Plan; unused: number; portal: PaymentPortal },
): Promise<Invoice> {
  const { id: subscriptionId, userId, discount } = subscription;
  const user = await findBuyer(tx, userId);
  if (!user) throw new Error("A subscription has no user.");
  const product = await findProduct(tx, plan.sku);
  const card = await findCard(tx, userId);
  const credit = { unused, balance: await findBalance(tx, userId, plan.price.currency) };
  const name = product ? localised(product.name, user.language) : plan.sku;
  const described = { name, ...(product && { taxRate: product.taxRate }) };
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
    discount: presentRecurringDiscount(
      discount,
      { amount: cost.discount, currency },
      user.language,
    ),
    credit: cost.credit,
    creditChange: cost.creditChange,
    total: cost.total,
    taxes: taxesIn(cost.lines, cost.credit),
    currency,
    period: plan.period,
    termsVersion:
      (await findLastPaid(tx, subscriptionId))?.termsVersion ?? portal.brand.legalVersions.terms,
    origin: "subscription",
    provider: card?.provider ?? portal.payments.current.id,
    providerReference: null,
    buyerName: user.name,
    buyerEmail: user.email,
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
  { anchorAt, startedAt, endsAt }: Subscription,
  period: Period,
): { periodStart: Date; periodEnd: Date } | null {
  if (!endsAt) return null;
  return { periodStart: endsAt, periodEnd: nextPeriodEnd(anchorAt ?? startedAt, period, endsAt) };
}

/** Opens the invoice of a due subscription's next period. Returns the payment to charge, if there is one. */
async function openRenewal(
  tx: Database,
  { id, userId }: { id: string; userId: string },
  portal: PaymentPortal,
): Promise<Payment | null> {
  await lockUser(tx, userId);
  const subscription = await lockDue(tx, id, portal.now());
  const plan = subscription && nextPlan(subscription);
  const period = plan && followingPeriod(subscription, plan.period);
  if (!period) return null;
  await voidSwitches(tx, id, portal);
  const expiresAt = new Date(period.periodStart.getTime() + gracePeriod);
  const invoice = await periodInvoice(tx, subscription, {
    reason: "renewal",
    ...period,
    expiresAt,
    plan,
    unused: 0,
    portal,
  });
  await insertInvoice(tx, invoice);
  return beginCharge(tx, invoice, portal);
}

/** Renews a subscription whose period is over, unless another process has. */
export async function renew(
  portal: PaymentPortal,
  due: { id: string; userId: string },
): Promise<void> {
  const payment = await portal.database.transaction((tx) => openRenewal(tx, due, portal));
  if (payment) await charge(portal, payment);
}
