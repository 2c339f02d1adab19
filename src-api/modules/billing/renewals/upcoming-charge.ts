import type { Money } from "../../../../src-shared/money.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { membershipLine } from "../checkout/cart-lines.ts";
import { paidFor } from "../invoices/amounts.ts";
import { findLastPaid } from "../invoices/invoice-store.ts";
import { findCard } from "../payments/card-store.ts";
import { findBalance } from "../payments/credit-store.ts";
import type { PaymentPortal } from "../payments/payment-portal.ts";
import type { PaymentMethod } from "../payments/schema.ts";
import type { Invoice, Subscription } from "../schema.ts";
import { renews } from "../subscriptions/membership.ts";
import { chargeOf, nextPlan, type Plan } from "../subscriptions/renewal-charge.ts";
import { findBought } from "../subscriptions/subscription-store.ts";

/** What is charged at the end of the period, and what was charged for the present one. */
export type UpcomingCharge = {
  on: Date;
  plan: Plan;
  price: Money;
  /** Minor units; null when it is not known. */
  last: number | null;
};

/** Returns what was charged for the membership; extras of the same order do not count. */
function chargedFor({ reason, lines, total }: Invoice): number {
  const line = membershipLine(lines);
  return reason === "checkout" && line ? paidFor(line) : total;
}

/** Returns the next charge of a subscription; null for one that has no end, or no plan. */
export async function findUpcomingCharge(
  database: Database,
  subscription: Subscription,
): Promise<UpcomingCharge | null> {
  const { id, userId, endsAt: on } = subscription;
  const plan = nextPlan(subscription);
  if (!plan || !on) return null;
  const { currency } = plan.price;
  const balance = await findBalance(database, userId, currency);
  const { total: amount } = chargeOf(plan, subscription, { balance, unused: 0 });
  const paid = await findLastPaid(database, id);
  return { on, plan, price: { amount, currency }, last: paid ? chargedFor(paid) : null };
}

/**
 * Returns whether a charge needs a card that is not there, because the membership began with nothing to pay or was
 * granted, or that cannot be charged any more, because its provider takes no payments here.
 */
export async function lacksCard(
  { payments }: Pick<PaymentPortal, "payments">,
  upcoming: UpcomingCharge | null,
  card: Pick<PaymentMethod, "provider"> | undefined,
): Promise<boolean> {
  if (!upcoming || upcoming.price.amount === 0) return false;
  const provider = card && payments.byId.get(card.provider);
  return provider === undefined || !(await provider.available());
}

/** How long before a renewal its member is reminded, and asked for a card that is missing, in ms. */
export const reminderLead = 14 * 24 * 60 * 60_000;

/** Returns whether a user's membership renews within the time of reminders, and lacks a card for it. */
export async function needsCardSoon(
  portal: Pick<PaymentPortal, "database" | "now" | "payments">,
  userId: string,
): Promise<boolean> {
  const { database, now } = portal;
  const subscription = await findBought(database, userId, now());
  if (!subscription || subscription.status !== "active" || !renews(subscription)) return false;
  const { endsAt } = subscription;
  if (!endsAt || endsAt.getTime() > now().getTime() + reminderLead) return false;
  const upcoming = await findUpcomingCharge(database, subscription);
  return lacksCard(portal, upcoming, await findCard(database, userId));
}
