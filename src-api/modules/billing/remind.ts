import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  not,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { isChargedElsewhere } from "./foreign-customers.ts";
import { type PaymentMethod, paymentMethods } from "./schema.ts";
import {
  enqueueMembershipMail,
  lockSubscription,
  type Subscription,
  subscriptions,
  unconsideredEnd,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import * as z from "zod/mini";
import { dayMs } from "#shared/durations.ts";
import { defineJob } from "#api/infra/jobs/job.ts";
import { findCards } from "./cards.ts";
import type { PaymentPortal } from "#api/portal.ts";
import {
  findUpcomingCharge,
  findUpcomingCharges,
  lacksCard,
  latestWaiting,
  mayWait,
  reminderLeadMs,
  type UpcomingCharge,
} from "./renew.ts";
import { trialReminderLeadMs } from "./trial.ts";

/**
 * SQL condition on a row of `subscriptions`: it renews after `now`, and not after `until`. One that was taken over on its last day, or
 * later, waits for the announcement.
 */
const renewsWithin = (now: Date, until: Date) =>
  and(
    eq(subscriptions.source, "purchase"),
    eq(subscriptions.cancelAtPeriodEnd, false),
    eq(subscriptions.status, "active"),
    not(isChargedElsewhere),
    or(gt(subscriptions.endsAt, now), mayWait(now)),
    lte(subscriptions.endsAt, until),
  );

/** SQL condition: the user was not reminded of the present period's end. */
const notReminded = sql`${subscriptions.remindedOf} is distinct from ${subscriptions.endsAt}`;

type Window = { now: Date; until: Date };

/** Returns subscriptions whose renewal may have to be announced, in order, those after `after`. */
export async function findUnreminded(
  database: Database,
  { now, until }: Window,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<Subscription, "id">[]> {
  return database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        gt(unconsideredEnd, sql.param(latestWaiting(now), subscriptions.endsAt)),
        lte(unconsideredEnd, sql.param(until, subscriptions.endsAt)),
        gt(subscriptions.id, after),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
}

/** Returns granted memberships that end within a time, in order, those after `after`. */
const findEndingGrants = (
  database: Database,
  { now, until }: Window,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<Subscription, "id">[]> =>
  database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.source, "grant"),
        eq(subscriptions.status, "active"),
        gt(subscriptions.endsAt, now),
        lte(subscriptions.endsAt, until),
        gt(subscriptions.id, after),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);

/** Locks those of some subscriptions that are still such, until the transaction ends, and returns them. */
const lockUnreminded = (
  tx: Database,
  ids: string[],
  { now, until }: Window,
): Promise<Subscription[]> =>
  tx
    .select()
    .from(subscriptions)
    .where(and(inArray(subscriptions.id, ids), renewsWithin(now, until), notReminded))
    .orderBy(asc(subscriptions.id))
    .for("update", { skipLocked: true });

/** Records that nothing is to be announced of the present period's end, unless something changes. */
const markConsidered = (tx: Database, ids: string[]) =>
  tx
    .update(subscriptions)
    .set({ consideredOf: sql`${subscriptions.endsAt}` })
    .where(inArray(subscriptions.id, ids));

/** SQL condition: the card's last month ends before the period does, which is not after `until`, in the seller's zone. */
function expiresBefore(until: Date, timeZone: string) {
  const { expYear, expMonth } = paymentMethods;
  const [year, month] = businessDay(until, timeZone).split("-").map(Number);
  const end = sql`${subscriptions.endsAt} at time zone ${timeZone}::text`;
  return sql`(${expYear}, ${expMonth}) <= (${year}::int, ${month}::int)
    and make_date(${expYear}, ${expMonth}, 1) + interval '1 month' <= ${end}`;
}

type ExpiringCard = Pick<PaymentMethod, "id"> & { subscription: Subscription };

/** Returns cards that expire before the renewal that they are to pay, and whose owners were not notified. */
const findExpiringCards = (
  database: Database,
  { now, until, timeZone }: Window & { timeZone: string },
  { after, limit }: { after: string; limit: number },
): Promise<ExpiringCard[]> =>
  database
    .select({ id: paymentMethods.id, subscription: subscriptions })
    .from(paymentMethods)
    .innerJoin(subscriptions, eq(subscriptions.userId, paymentMethods.userId))
    .where(
      and(
        renewsWithin(now, until),
        isNull(paymentMethods.remindedAt),
        expiresBefore(until, timeZone),
        gt(paymentMethods.id, after),
      ),
    )
    .orderBy(asc(paymentMethods.id))
    .limit(limit);

/** Records that a card's owner was notified. False when another process has done so, or the card is gone. */
async function markCardReminded(tx: Database, id: string, at: Date): Promise<boolean> {
  const marked = await tx
    .update(paymentMethods)
    .set({ remindedAt: at })
    .where(and(eq(paymentMethods.id, id), isNull(paymentMethods.remindedAt)))
    .returning({ id: paymentMethods.id });
  return marked.length > 0;
}

/** Reminds members of renewals and of cards that expire, every hour. */
export const reminderJob = defineJob({
  name: "billing.remind",
  payload: z.object({}),
  singleton: true,
  schedule: "10 * * * *",
  heartbeatSeconds: 30,
});

/** How long before the end of a granted membership its member is reminded, in ms; the longest first. */
const grantLeads = [reminderLeadMs, 2 * dayMs];

/** Returns the time of the last reminder that is due of a grant that ends; undefined before the first. */
function dueReminder(
  { source, status, startedAt, endsAt }: Subscription,
  now: Date,
): Date | undefined {
  if (source !== "grant" || status !== "active" || !endsAt || endsAt <= now) return undefined;
  return grantLeads
    .map((lead) => new Date(endsAt.getTime() - lead))
    .findLast((time) => startedAt < time && time <= now);
}

/** Sorts before every id. */
const first = "00000000-0000-0000-0000-000000000000";

/**
 * Returns whether a renewal is announced: of a yearly plan, and any that costs something else than before; so is the first one here
 * of a member who came from another site, whose payments are not known.
 */
const isAnnounced = ({ period }: Subscription, { plan, price, last }: UpcomingCharge): boolean =>
  plan.period === "yearly" || plan.period !== period || price.amount !== last;

/** What is due within the lead, from now on. */
const windowOf = ({ now }: PaymentPortal) => {
  const at = now();
  return { now: at, until: new Date(at.getTime() + reminderLeadMs) };
};

/** Reminds of the renewals of some subscriptions; those that need no reminder are marked as considered. */
const remindOfRenewals = (portal: PaymentPortal, ids: string[]): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const due = await lockUnreminded(tx, ids, windowOf(portal));
    const charges = await findUpcomingCharges(tx, due);
    const cards = await findCards(
      tx,
      due.map(({ userId }) => userId),
    );
    const considered: string[] = [];
    for (const subscription of due) {
      const { id, userId, onTrial } = subscription;
      const upcoming = charges.get(id);
      if (upcoming && onTrial) {
        if (upcoming.on.getTime() - portal.now().getTime() > trialReminderLeadMs) continue;
        await updateSubscription(tx, id, { remindedOf: upcoming.on });
        const mail = { kind: "trial-ending", subscriptionId: id, invoiceId: null } as const;
        await enqueueMembershipMail(portal, tx, mail);
        continue;
      }
      const needsCard = upcoming && (await lacksCard(portal, upcoming, cards.get(userId)));
      if (upcoming && (needsCard || isAnnounced(subscription, upcoming))) {
        await updateSubscription(tx, id, { remindedOf: upcoming.on });
        const mail = { kind: "renewal-reminder", subscriptionId: id, invoiceId: null } as const;
        await enqueueMembershipMail(portal, tx, mail);
      } else considered.push(id);
    }
    await markConsidered(tx, considered);
  });

/** Reminds of the end of a granted membership: once when it comes within each of the times. */
const remindOfGrant = (portal: PaymentPortal, id: string): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, id);
    const now = portal.now();
    const due = subscription && dueReminder(subscription, now);
    if (!due || subscription.remindedOf?.getTime() === due.getTime()) return;
    await updateSubscription(tx, id, { remindedOf: due });
    const mail = { kind: "grant-ending", subscriptionId: id, invoiceId: null } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });

const remindOfCard = (
  portal: PaymentPortal,
  cardId: string,
  subscription: Subscription,
): Promise<void> =>
  portal.database.transaction(async (tx) => {
    const upcoming = await findUpcomingCharge(tx, subscription);
    if (!upcoming || upcoming.price.amount === 0) return; // no card is needed
    if (!(await markCardReminded(tx, cardId, portal.now()))) return;
    const mail = {
      kind: "card-expiring",
      subscriptionId: subscription.id,
      invoiceId: null,
    } as const;
    await enqueueMembershipMail(portal, tx, mail);
  });

/** Runs an action for each page of a list, which is ordered by id. */
async function forEachPage<Item extends { id: string }>(
  find: (after: string) => Promise<Item[]>,
  run: (items: Item[]) => Promise<void>,
): Promise<void> {
  for (let after = first; ;) {
    const items = await find(after);
    const last = items.at(-1);
    if (!last) return;
    await run(items);
    after = last.id;
  }
}

/** Runs an action for each item of such a list. */
const forEachOf = <Item extends { id: string }>(
  find: (after: string) => Promise<Item[]>,
  run: (item: Item) => Promise<void>,
): Promise<void> =>
  forEachPage(find, async (items) => {
    for (const item of items) await run(item);
  });

/**
 * Reminds members of what is charged within the next 14 days, of cards that expire before or are missing, and of granted
 * memberships that end: each once for a period, and once for a card. Whoever needs no reminder is not considered again before
 * something has changed. Subscriptions and cards are fetched `limit` at a time.
 */
export async function runReminders(portal: PaymentPortal, limit = 200): Promise<void> {
  const { brand, database } = portal;
  const due = windowOf(portal);
  await forEachPage(
    (after) => findUnreminded(database, due, { after, limit }),
    (items) =>
      remindOfRenewals(
        portal,
        items.map(({ id }) => id),
      ),
  );
  await forEachOf(
    (after) => findEndingGrants(database, due, { after, limit }),
    ({ id }) => remindOfGrant(portal, id),
  );
  await forEachOf(
    (after) => findExpiringCards(database, { ...due, timeZone: brand.timeZone }, { after, limit }),
    ({ id, subscription }) => remindOfCard(portal, id, subscription),
  );
}
