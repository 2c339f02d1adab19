import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Membership } from "#shared/api/membership.ts";
import { dayMs } from "#shared/durations.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import type { Enqueuing, TransactionPortal } from "#api/portal.ts";
import { liveStatuses, startedStatuses, type Subscription, subscriptions } from "./schema.ts";
import { and, desc, eq, inArray, isNotNull, ne, not, sql } from "#api/infra/database/drizzle.ts";

/** How long access continues while a renewal is not paid. */
export const gracePeriodMs = 14 * dayMs;

/** Returns the time at which a period has to have ended at the latest for its access to be over now. */
const graceStart = (now: Date): Date => new Date(now.getTime() - gracePeriodMs);

type SubscriptionState = Pick<Subscription, "status" | "source" | "endsAt" | "cancelAtPeriodEnd">;

/** Returns whether a renewal follows the period: it was bought, and was not cancelled. */
export const renews = ({ source, cancelAtPeriodEnd }: SubscriptionState): boolean =>
  source === "purchase" && !cancelAtPeriodEnd;

/** Returns whether a membership is a grant with an end: one that is bought meanwhile begins at that end. */
export const isGrantWithEnd = ({ source, endsAt }: SubscriptionState): boolean =>
  source === "grant" && endsAt !== null;

/** Returns whether a membership is in force, or its renewal can still be paid. `membershipInForce` in SQL. */
export const isInForce = (subscription: SubscriptionState, now: Date): boolean => {
  const { status, endsAt } = subscription;
  if (status !== "active" && status !== "past_due") return false;
  return endsAt === null || endsAt > (renews(subscription) ? graceStart(now) : now);
};

export function membershipStatus(subscription: SubscriptionState, now: Date): Membership["status"] {
  const { status, cancelAtPeriodEnd } = subscription;
  if (status === "pending") return "pending";
  if (!isInForce(subscription, now)) return "ended";
  if (status === "past_due") return "past-due";
  return cancelAtPeriodEnd ? "ending" : "active";
}

/** Mails to a member about the membership; keys of `locales/en/mails.json`. */
export const membershipMails = [
  "welcome",
  "renewal-reminder",
  "renewal-failed",
  "confirm-renewal",
  "membership-ended",
  "membership-cancelled",
  "membership-resumed",
  "switch-planned",
  "card-expiring",
  "grant-ending",
  "trial-ending",
] as const;

export type MembershipMail = (typeof membershipMails)[number];

export const membershipMail = defineJob({
  name: "billing.mail-membership",
  payload: z.object({
    kind: z.enum(membershipMails),
    subscriptionId: z.string(),
    /** The invoice that it is about, if there is one. */
    invoiceId: z.nullable(z.string()),
  }),
  retry: patientRetries,
});

export const enqueueMembershipMail = (
  { jobs }: Enqueuing,
  tx: Database,
  mail: { kind: MembershipMail; subscriptionId: string; invoiceId: string | null },
): Promise<void> => jobs.enqueue(tx, membershipMail, mail);

const { status, endsAt } = subscriptions;

const ofUser = (userId: string) => eq(subscriptions.userId, userId);

/** What a membership becomes by its end. */
export const endedFields = (now: Date) => ({ status: "ended", endedAt: now }) as const;

/** SQL condition on a row of `subscriptions`: it was bought, and was not cancelled. */
const isRenewing = sql`(${subscriptions.source} = 'purchase' and not ${subscriptions.cancelAtPeriodEnd})`;

/** SQL condition on a row of `subscriptions`: the membership is in force. `isInForce` is the same in TypeScript. */
export const membershipInForce = (now: Date) =>
  sql<boolean>`(${status} in ('active', 'past_due') and (${endsAt} is null or ${endsAt} > case when ${isRenewing} then ${sql.param(graceStart(now), endsAt)}::timestamptz else ${sql.param(now, endsAt)}::timestamptz end))`;

/** Marks a subscription as one whose renewal is not paid. False when it has ended. */
export async function markPastDue(tx: Database, id: string): Promise<boolean> {
  const marked = await tx
    .update(subscriptions)
    .set({ status: "past_due" })
    .where(and(eq(subscriptions.id, id), inArray(status, startedStatuses)))
    .returning({ id: subscriptions.id });
  return marked.length > 0;
}

/** SQL condition on a row of `subscriptions`: the membership is paid and waits for its activation. */
const membershipPending = () => sql<boolean>`${status} = 'pending'`;

/** Returns whether the user has a membership in force, or one that waits for its activation. */
export async function findMembershipState(
  database: Database,
  userId: string,
  now: Date,
): Promise<{ subscriptionOwned: boolean; subscriptionPending: boolean }> {
  const [state] = await database
    .select({
      subscriptionOwned: sql<boolean>`coalesce(bool_or(${membershipInForce(now)}), false)`,
      subscriptionPending: sql<boolean>`coalesce(bool_or(${membershipPending()}), false)`,
    })
    .from(subscriptions)
    .where(ofUser(userId));
  return state ?? { subscriptionOwned: false, subscriptionPending: false };
}

export const findSubscriptionsOf = (database: Database, userId: string): Promise<Subscription[]> =>
  database.select().from(subscriptions).where(ofUser(userId));

/** Returns the user's live subscription, else the latest one that ended. */
export async function findSubscription(
  database: Database,
  userId: string,
): Promise<Subscription | undefined> {
  const [row] = await database
    .select()
    .from(subscriptions)
    .where(ofUser(userId))
    .orderBy(sql`${status} = 'ended'`, desc(subscriptions.startedAt))
    .limit(1);
  return row;
}

export async function lockLive(tx: Database, userId: string): Promise<Subscription | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(ofUser(userId), inArray(status, liveStatuses)))
    .for("update");
  return row;
}

const boughtBy = (userId: string, now: Date) =>
  and(ofUser(userId), eq(subscriptions.source, "purchase"), membershipInForce(now));

export async function findBought(
  database: Database,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const [row] = await database.select().from(subscriptions).where(boughtBy(userId, now));
  return row;
}

/** Returns the bought subscription that is in force, locked until the transaction ends. */
export async function lockBought(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const [row] = await tx.select().from(subscriptions).where(boughtBy(userId, now)).for("update");
  return row;
}

/** Marks an active subscription as ended once its time is over, so that the user may have another one. */
const endLapsed = (tx: Database, userId: string, now: Date) =>
  tx
    .update(subscriptions)
    .set(endedFields(now))
    .where(and(ofUser(userId), inArray(status, startedStatuses), not(membershipInForce(now))));

/** Returns the user's live subscription, locked. One whose time is over is marked as ended first. */
export async function liveMembership(
  tx: Database,
  userId: string,
  now: Date,
): Promise<Subscription | undefined> {
  await endLapsed(tx, userId, now);
  return lockLive(tx, userId);
}

/** What only subscriptions have that run for some time. */
export const unplanned = {
  importedAt: null,
  endedAt: null,
  cancelAtPeriodEnd: false,
  onTrial: false,
  stoppedByDispute: false,
  nextSku: null,
  nextPeriod: null,
  nextPrice: null,
  discount: null,
  remindedOf: null,
  consideredOf: null,
} satisfies Partial<Subscription>;

/** Returns whether a purchase begins the first membership that its user has bought: grants and those never paid do not count. */
export async function isFirstPurchase(
  tx: Database,
  { id, userId }: Pick<Subscription, "id" | "userId">,
): Promise<boolean> {
  const begunBefore = and(
    ofUser(userId),
    ne(subscriptions.id, id),
    eq(subscriptions.source, "purchase"),
    isNotNull(endsAt),
  );
  return (await tx.$count(subscriptions, begunBefore)) === 0;
}

/** Inserts a subscription. False when the user has a live one: the unique index decides. */
export async function insertSubscription(tx: Database, row: Subscription): Promise<boolean> {
  const inserted = await tx
    .insert(subscriptions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: subscriptions.id });
  return inserted.length > 0;
}

export async function findSubscriptionById(
  database: Database,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await database.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

export async function lockSubscription(
  tx: Database,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for("update");
  return row;
}

export const updateSubscription = (
  tx: Database,
  id: string,
  changes: Partial<Omit<Subscription, "id" | "userId">>,
) => tx.update(subscriptions).set(changes).where(eq(subscriptions.id, id));

/** Grants a free membership until `until`, or changes its end. Returns false when the user pays for a membership. */
export async function grantMembership(
  { now }: Pick<TransactionPortal, "now">,
  tx: Database,
  userId: string,
  until: Date | null,
): Promise<boolean> {
  const live = await liveMembership(tx, userId, now());
  if (live?.source === "purchase") return false;
  if (live) {
    await updateSubscription(tx, live.id, { endsAt: until });
    return true;
  }
  return insertSubscription(tx, {
    ...unplanned,
    id: randomUUID(),
    userId,
    source: "grant",
    status: "active",
    sku: null,
    period: null,
    price: null,
    currency: null,
    startedAt: now(),
    anchorAt: null,
    endsAt: until,
  });
}

/** Ends a granted membership now, and mails that where there are jobs. Returns false when none is in force. */
export async function revokeGrant(
  portal: Pick<TransactionPortal, "now"> & Partial<Enqueuing>,
  tx: Database,
  userId: string,
  { isMailed = true } = {},
): Promise<boolean> {
  const { jobs } = portal;
  const now = portal.now();
  const [revoked] = await tx
    .update(subscriptions)
    .set({ ...endedFields(now), endsAt: now })
    .where(and(ofUser(userId), eq(subscriptions.source, "grant"), membershipInForce(now)))
    .returning({ id: subscriptions.id });
  if (!revoked) return false;
  const mail = { kind: "membership-ended", subscriptionId: revoked.id, invoiceId: null } as const;
  if (jobs && isMailed) await enqueueMembershipMail({ jobs }, tx, mail);
  return true;
}
