import type { Money } from "../../../../src-shared/money.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { membershipLine } from "../checkout/cart-lines.ts";
import { paidFor } from "../invoices/amounts.ts";
import { findLastPaid } from "../invoices/invoice-store.ts";
import { findBalance } from "../payments/credit-store.ts";
import type { Invoice, Subscription } from "../schema.ts";
import { chargeOf, nextPlan, type Plan } from "../subscriptions/renewal-charge.ts";

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
