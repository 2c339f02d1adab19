import type { Money } from "#shared/money.ts";
import type { Portal } from "#api/portal.ts";
import { findBalance, findUnpaidRenewal } from "../../ledger/module.ts";
import { renews, type Subscription } from "../../membership/module.ts";
import { chargeOf, nextPlan } from "../../catalogue/module.ts";
import { cardName, findCard } from "../store.ts";
import type { PaymentMethod } from "../schema.ts";
import { findBegun, findSettling } from "./schedule-store.ts";
import { outcomeOfCard, type TestOutcome } from "./test-cards.ts";

/** A charge of a card on file, and what becomes of it. Without a card it fails; without an amount nothing is charged. */
type Charge = { amount: Money; card: { name: string; outcome: TestOutcome } | null };

/** What happens to a member, and when. */
export type Scheduled = { at: Date; who: string } & (
  | ({ what: "renewal" | "retry" } & Charge)
  | { what: "settles"; amount: Money; card: string }
  | { what: "ends" | "givenUp" }
);

/** Number of memberships, and of payments, that are listed. */
const most = 50;

const chargedTo = (card: PaymentMethod | undefined): Charge["card"] =>
  card ? { name: cardName(card), outcome: outcomeOfCard(card.providerReference) } : null;

/** Returns what happens to an unpaid renewal: the card may be charged again, and at last it is given up. */
async function forUnpaid(
  { database }: Pick<Portal, "database">,
  { id, userId }: Subscription,
  who: string,
): Promise<Scheduled[]> {
  const invoice = await findUnpaidRenewal(database, id);
  if (!invoice) return [];
  const { nextTryAt: at, expiresAt, total, currency } = invoice;
  const card = chargedTo(await findCard(database, userId));
  const amount = { amount: total, currency };
  const retry: Scheduled[] = at ? [{ at, who, what: "retry", amount, card }] : [];
  return [...retry, { at: expiresAt, who, what: "givenUp" }];
}

/** Returns what happens at the end of a period, or after it when that was not paid. */
async function forMembership(
  portal: Pick<Portal, "database">,
  subscription: Subscription,
  who: string,
): Promise<Scheduled[]> {
  const { database } = portal;
  const { userId, endsAt: at, status } = subscription;
  if (!at) return [];
  if (!renews(subscription)) return [{ at, who, what: "ends" }];
  if (status === "past_due") return forUnpaid(portal, subscription, who);
  const plan = nextPlan(subscription);
  if (!plan) return [];
  const { currency } = plan.price;
  const balance = await findBalance(database, userId, currency);
  const { total } = chargeOf(plan, subscription, { balance, unused: 0 });
  const amount = { amount: total, currency };
  return [{ at, who, what: "renewal", amount, card: chargedTo(await findCard(database, userId)) }];
}

/**
 * Returns what happens next by itself, the earliest first: renewals, retries, payments that settle, and
 * memberships that end.
 */
export async function findSchedule(portal: Pick<Portal, "database">): Promise<Scheduled[]> {
  const { database } = portal;
  const scheduled: Scheduled[] = [];
  for (const { subscription, who } of await findBegun(database, most)) {
    scheduled.push(...(await forMembership(portal, subscription, who)));
  }
  for (const { amount, currency, card, ...rest } of await findSettling(database, most)) {
    const money = { amount, currency };
    scheduled.push({ ...rest, what: "settles", amount: money, card: card ?? "" });
  }
  return scheduled.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
