import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, eq, gt, inArray, isNull, lte, sql } from "#api/infra/database/drizzle.ts";
import { businessDay } from "#api/infra/written-time.ts";
import { paymentMethods, type PaymentMethod } from "../../payments/module.ts";
import { subscriptions, unconsideredEnd, type Subscription } from "../../membership/module.ts";

/** SQL condition on a row of `subscriptions`: it renews after `now`, and not after `until`. */
const renewsWithin = (now: Date, until: Date) =>
  and(
    eq(subscriptions.source, "purchase"),
    eq(subscriptions.cancelAtPeriodEnd, false),
    eq(subscriptions.status, "active"),
    gt(subscriptions.endsAt, now),
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
        gt(unconsideredEnd, sql.param(now, subscriptions.endsAt)),
        lte(unconsideredEnd, sql.param(until, subscriptions.endsAt)),
        gt(subscriptions.id, after),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
}

/** Returns granted memberships that end within a time, in order, those after `after`. */
export const findEndingGrants = (
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
export const lockUnreminded = (
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
export const markConsidered = (tx: Database, ids: string[]) =>
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

/** Returns cards that expire before the renewal that they are to pay, and whose owners were not told. */
export const findExpiringCards = (
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

/** Records that a card's owner was told. False when another process has told them, or the card is gone. */
export async function markCardReminded(tx: Database, id: string, at: Date): Promise<boolean> {
  const marked = await tx
    .update(paymentMethods)
    .set({ remindedAt: at })
    .where(and(eq(paymentMethods.id, id), isNull(paymentMethods.remindedAt)))
    .returning({ id: paymentMethods.id });
  return marked.length > 0;
}
