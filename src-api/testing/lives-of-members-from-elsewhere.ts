import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { dayMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, eq, ne } from "#api/infra/database/drizzle.ts";
import type {
  ForeignSubscription,
  GivenCard,
  PaymentProvider,
} from "#api/infra/payment-provider.ts";
import { attachForeignCustomer, readForeignCustomer } from "#api/modules/billing/module.ts";
import { findLastPaid, isOrphanedPayment } from "#api/modules/billing/invoices.ts";
import { periodEnd } from "#api/modules/billing/prices.ts";
import type { Invoice } from "#api/modules/billing/schema.ts";
import { beginTakeOver } from "#api/modules/billing/take-over.ts";
import {
  insertSubscription,
  type Subscription,
  subscriptions,
  unplanned,
} from "#api/modules/membership/module.ts";
import { monthly } from "./billing-requests.ts";
import type { Act, Life } from "./lives.ts";
import { cardOf } from "./lives-at-provider.ts";

/*
 * Members of random lives who come from another site, which charges them at the same provider until they are taken over.
 */

/** What a former site has of a member. */
export type FormerSite = {
  customer: string;
  reference: string;
  status: ForeignSubscription["status"];
  card: GivenCard;
  startedAt: Date;
  /** Number of months that were charged there. */
  months: number;
  /** The membership here that goes on with it. */
  subscriptionId: string;
  /** Until when one is a member without having paid here: what was paid there and the portal knows, and free days; ms since 1970. */
  until: number;
};

const sites = new Map<string, FormerSite>();

const paidUntil = ({ startedAt, months }: FormerSite): Date =>
  periodEnd(startedAt, "monthly", months);

/** Has a site charge what is due there, or end what is not charged again, and the portal learn of it. */
function chargeThere(site: FormerSite, now: Date): void {
  while (site.status === "alive" && paidUntil(site) <= now) site.months += 1;
  if (site.status === "ending" && paidUntil(site) <= now) site.status = "ended";
  site.until = Math.max(site.until, paidUntil(site).getTime());
}

function presentSubscription(site: FormerSite): ForeignSubscription {
  const { reference, status, startedAt } = site;
  return {
    reference,
    status,
    takenOver: status !== "alive", // nobody leaves there by themselves
    periodEnd: paidUntil(site),
    anchor: startedAt,
    price: { amount: 900, currency: "EUR" },
    period: "monthly",
  };
}

/** Returns what the provider knows of customers of former sites, at the time of a clock. */
export const formerSites = (
  now: () => Date,
): Pick<PaymentProvider, "foreignCustomer" | "endForeign"> => ({
  foreignCustomer: async ({ customer }) => {
    const site = sites.get(customer ?? "");
    if (!site) return null;
    chargeThere(site, now());
    const { card } = site;
    return { customer: site.customer, subscriptions: [presentSubscription(site)], card };
  },
  endForeign: async (reference) => {
    const site = [...sites.values()].find((one) => one.reference === reference);
    if (!site) return null;
    chargeThere(site, now());
    if (site.status === "alive") site.status = "ending";
    return presentSubscription(site);
  },
});

/** Has an admin take a member over. */
export const takeOver: Act = (portal, life) =>
  portal.database.transaction((tx) => beginTakeOver(portal, tx, life.id));

/**
 * Imports the membership of somebody who has paid at a former site for some days, and often takes it over at once. Does nothing where
 * there is a membership or another customer.
 */
export const moveIn: Act = async (portal, life, log) => {
  const { database } = portal;
  const days = Math.floor(life.random() * 27);
  const card = cardOf(portal, life.random);
  const { userId, status } = subscriptions;
  const live = and(eq(userId, life.id), ne(status, "ended"));
  if (life.former || (await database.$count(subscriptions, live)) > 0) return;
  const customer = randomUUID();
  const site: FormerSite = {
    customer,
    reference: randomUUID(),
    status: "alive",
    card: { ...card, card: { ...card.card, customer } },
    startedAt: new Date(portal.now().getTime() - days * dayMs),
    months: 1,
    subscriptionId: randomUUID(),
    until: 0,
  };
  sites.set(customer, site);
  const found = await readForeignCustomer(portal, { customer, subscription: null });
  if (!found) throw new Error("The former site does not know its customer.");
  await database.transaction(async (tx) => {
    await insertSubscription(tx, {
      ...unplanned,
      id: site.subscriptionId,
      userId: life.id,
      source: "purchase",
      status: "active",
      sku: monthly.sku,
      period: "monthly",
      price: 900,
      currency: "EUR",
      startedAt: site.startedAt,
      importedAt: portal.now(),
      anchorAt: paidUntil(site),
      endsAt: paidUntil(site),
    });
    expect(await attachForeignCustomer(portal, tx, life.id, found)).toBe("stored");
  });
  life.former = site;
  if (life.random() < 0.5) await takeOver(portal, life, log);
};

/** Follows free days, given or taken back, of a member who has not paid here yet; after that, invoices tell the end. */
export async function freeDaysMoved(tx: Database, { former }: Life, until: Date): Promise<void> {
  if (!former) return;
  const isLive = and(
    eq(subscriptions.id, former.subscriptionId),
    ne(subscriptions.status, "ended"),
  );
  const isRunning = (await tx.$count(subscriptions, isLive)) > 0;
  if (isRunning && !(await findLastPaid(tx, former.subscriptionId))) former.until = until.getTime();
}

/** Days after which the first charge here waits no longer for its announcement, which random lives do not send. */
const longestWait = 12 * dayMs;

/** Each period of a member was charged once: there, or here from the end of what was paid there on; and none by nobody. */
export function expectChargedOnce(
  site: FormerSite,
  { status, cancelAtPeriodEnd }: Subscription,
  invoiced: readonly Invoice[],
  now: Date,
): void {
  const starts = invoiced
    .filter((invoice) => invoice.status === "paid" && !isOrphanedPayment(invoice))
    .map(({ periodStart }) => Number(periodStart));
  const owed = invoiced.filter((invoice) => invoice.status !== "void");
  if (site.status === "alive") return expect(owed).toEqual([]);
  if (starts.length > 0) {
    expect(Math.min(...starts)).toBe(site.until);
    expect(site.until).toBeGreaterThanOrEqual(paidUntil(site).getTime());
  }
  const isDue =
    status !== "ended" && !cancelAtPeriodEnd && site.until + longestWait <= now.getTime();
  if (isDue) expect(owed).not.toEqual([]);
}
