import { dayMs } from "#shared/durations.ts";
import type { Money } from "#shared/money.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { PaymentPortal } from "#api/portal.ts";
import { chargeOf, nextPlan, type Plan } from "../../catalogue/module.ts";
import {
  chargedLines,
  findBalancesOf,
  findLastPaidOf,
  paidMembership,
} from "../../ledger/module.ts";
import type { Subscription } from "../../membership/module.ts";
import type { PaymentMethod } from "../../payments/module.ts";

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
    found.set(id, { on, plan, price: { amount, currency }, last: last ?? null });
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
  { payments }: Pick<PaymentPortal, "payments">,
  upcoming: UpcomingCharge | null,
  card: Pick<PaymentMethod, "provider"> | undefined,
): Promise<boolean> {
  if (!upcoming || upcoming.price.amount === 0) return false;
  const provider = card && payments.byId.get(card.provider);
  return provider === undefined || !(await provider.available());
}

/** How long before a renewal its member is reminded, and asked for a card that is missing. */
export const reminderLeadMs = 14 * dayMs;
