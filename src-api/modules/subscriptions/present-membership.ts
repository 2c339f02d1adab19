import type { Membership } from "#shared/api/membership.ts";
import type { Portal } from "../../portal.ts";
import { findBalances, findLastPayment, findUnpaidRenewal } from "../ledger/module.ts";
import { findCard } from "../payments/module.ts";
import { findWithdrawUntil } from "./withdrawals/withdraw-until.ts";
import { membershipOf } from "./membership.ts";
import { findSubscription } from "../membership/module.ts";

/** Returns a user's membership: its state, what is charged next, and what is owed. */
export async function presentMembership(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
): Promise<Membership> {
  const subscription = await findSubscription(database, userId);
  const invoice = subscription && (await findUnpaidRenewal(database, subscription.id));
  const payment = invoice && (await findLastPayment(database, invoice.id));
  const account = {
    balances: await findBalances(database, userId),
    card: await findCard(database, userId),
    unpaid: invoice && { invoice, payment },
  };
  const until = subscription && (await findWithdrawUntil({ database, now }, subscription.id));
  return {
    ...membershipOf(subscription, account, now()),
    ...(until && subscription.status !== "ended" && { withdrawUntil: until.toISOString() }),
  };
}
