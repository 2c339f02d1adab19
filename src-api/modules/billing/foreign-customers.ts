import * as z from "zod/mini";
import type { Foreign } from "#shared/api/members.ts";
import { isRecordedSince, providerActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, asc, countDistinct, eq, inArray, ne, or, sql } from "#api/infra/database/drizzle.ts";
import { defineJob, patientRetries } from "#api/infra/jobs/job.ts";
import {
  type ForeignCustomer,
  type ForeignSubscription,
  providerOf,
} from "#api/infra/payment-provider.ts";
import type { PaymentPortal, TransactionPortal } from "#api/portal.ts";
import { isStorable, type WayToPay } from "#shared/ways-to-pay.ts";
import { lockUser } from "#api/modules/accounts/module.ts";
import {
  lockLive,
  type Subscription,
  subscriptions,
  updateSubscription,
} from "#api/modules/membership/module.ts";
import { findCard, storeCard } from "./cards.ts";
import { findLastPaid, findOpenRenewal, voidSwitches, voidUnpaid } from "./invoices.ts";
import { isTooSmall } from "./prices.ts";
import { foreignCustomers, foreignSubscriptions, products } from "./schema.ts";

/*
 * Members who came from another site, which charges them at the same provider until their subscriptions are taken over
 * (docs/decisions/0061-taking-over-subscriptions.md).
 */

/** A customer of a former site, and the provider that knows it. */
export type FoundCustomer = ForeignCustomer & { provider: string };

type CustomerRow = typeof foreignCustomers.$inferSelect;

type ForeignRow = typeof foreignSubscriptions.$inferSelect;

export const isAlive = eq(foreignSubscriptions.status, "alive");

/** SQL condition on a row of `subscriptions`: a former site still charges its user, so nothing is charged here. */
export const isChargedElsewhere = sql<boolean>`exists (select from ${foreignSubscriptions} where ${foreignSubscriptions.userId} = ${subscriptions.userId} and ${foreignSubscriptions.status} = 'alive')`;

/** Returns whether a former site still charges a user. */
export const chargesElsewhere = async (database: Database, userId: string): Promise<boolean> =>
  (await database.$count(
    foreignSubscriptions,
    and(eq(foreignSubscriptions.userId, userId), isAlive),
  )) > 0;

/** Returns whether a membership came from another site, and nothing was paid for it here. */
export const isUnpaidHere = async (
  database: Database,
  { id, importedAt }: Pick<Subscription, "id" | "importedAt">,
): Promise<boolean> => importedAt !== null && !(await findLastPaid(database, id));

/** Returns how many users former sites still charge. */
export async function countChargedElsewhere(database: Database): Promise<number> {
  const [row] = await database
    .select({ count: countDistinct(foreignSubscriptions.userId) })
    .from(foreignSubscriptions)
    .where(isAlive);
  return row?.count ?? 0;
}

/** Returns what members of a former site may have been charged by there, and can be here. */
const storedWays = ({ brand }: Pick<PaymentPortal, "brand">): WayToPay[] => [
  "card",
  ...(brand.waysToPay ?? []).filter(isStorable),
];

/**
 * Asks the payment provider for a customer of a former site, by its reference or that of a subscription; null when it knows neither.
 * Rejects when it does not answer.
 */
export async function readForeignCustomer(
  portal: Pick<PaymentPortal, "brand" | "payments">,
  known: { customer: string | null; subscription: string | null },
): Promise<FoundCustomer | null> {
  const { current } = portal.payments;
  const found = await current.foreignCustomer({ ...known, ways: storedWays(portal) });
  return found && { ...found, provider: current.id };
}

type CustomerName = Pick<FoundCustomer, "provider" | "customer">;

/** Whose a customer is. has-other: nobody's, but another customer of the user is charged, and only one is followed. */
type Belonging = "own" | "free" | "of-other-user" | "has-other";

/** Returns whose customers of former sites are, as seen by one of these users, or by one who has no account yet. */
export async function findBelongings(
  database: Database,
  found: readonly CustomerName[],
  userIds: readonly string[],
): Promise<(one: CustomerName, userId: string | undefined) => Belonging> {
  const { customer, userId: ownerId } = foreignCustomers;
  const names = found.map((one) => one.customer);
  const rows = await database
    .select()
    .from(foreignCustomers)
    .where(or(inArray(customer, names), inArray(ownerId, [...userIds])));
  const charged = await database
    .selectDistinct({ userId: foreignSubscriptions.userId })
    .from(foreignSubscriptions)
    .where(and(isAlive, inArray(foreignSubscriptions.userId, [...userIds])));
  const keyOf = (one: CustomerName) => JSON.stringify([one.provider, one.customer]);
  const owners = new Map(rows.map((row) => [keyOf(row), row.userId]));
  const owning = new Set(owners.values());
  const paying = new Set(charged.map((row) => row.userId));
  return (one, userId) => {
    const owner = owners.get(keyOf(one));
    if (owner !== undefined) return owner === userId ? "own" : "of-other-user";
    return userId && owning.has(userId) && paying.has(userId) ? "has-other" : "free";
  };
}

/**
 * Stores what a provider has of a user: customer, subscriptions and card. Call it once the membership was inserted. Repeating it
 * changes nothing. Nothing is stored when the customer is another user's, or while another customer of the user is charged.
 */
export async function attachForeignCustomer(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
  found: FoundCustomer,
): Promise<"stored" | "of-other-user" | "has-other"> {
  const { provider, customer } = found;
  await lockUser(tx, userId);
  const belongingOf = await findBelongings(tx, [found], [userId]);
  const belonging = belongingOf(found, userId);
  if (belonging === "of-other-user" || belonging === "has-other") return belonging;
  const row = { provider, customer, checkedAt: portal.now() };
  await tx
    .insert(foreignCustomers)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: foreignCustomers.userId, set: row });
  await storeCustomer(portal, tx, { userId, isNew: belonging === "free" }, found);
  return "stored";
}

/** Returns what Stripe calls users and the subscriptions that former sites made, for an export; by user. */
export async function findForeignReferences(
  database: Database,
  userIds: readonly string[],
): Promise<Map<string, { customer?: string; subscription?: string }>> {
  const isOf = (table: typeof foreignCustomers | typeof foreignSubscriptions) =>
    and(inArray(table.userId, [...userIds]), eq(table.provider, "stripe"));
  const customers = await database.select().from(foreignCustomers).where(isOf(foreignCustomers));
  const theirs = await database
    .select()
    .from(foreignSubscriptions)
    .where(and(isOf(foreignSubscriptions), ne(foreignSubscriptions.status, "ended")))
    // of several the one that is paid longest
    .orderBy(
      sql`${foreignSubscriptions.periodEnd} nulls first`,
      asc(foreignSubscriptions.reference),
    );
  const found = new Map<string, { customer?: string; subscription?: string }>();
  for (const { userId, customer } of customers) found.set(userId, { customer });
  for (const { userId, reference } of theirs) {
    found.set(userId, { ...found.get(userId), subscription: reference });
  }
  return found;
}

/** Whose customer it is. `isNew`: it was not known before, so nobody can tell when it was decided there what is found. */
type Owner = { userId: string; isNew?: boolean };

/** Stores what was read of a user's customer now. What the provider does not name any more is over. */
async function storeCustomer(
  portal: TransactionPortal,
  tx: Database,
  { userId, isNew = false }: Owner,
  { provider, customer, card, subscriptions: found }: FoundCustomer,
): Promise<void> {
  await lockUser(tx, userId);
  const present = await findCustomer(tx, userId);
  // Another customer has taken its place while the provider was asked: that one's subscriptions are not over.
  if (present?.provider !== provider || present.customer !== customer) return;
  const isOwn = and(
    eq(foreignSubscriptions.userId, userId),
    eq(foreignSubscriptions.provider, provider),
    ne(foreignSubscriptions.status, "ended"),
  );
  const known = await tx.select().from(foreignSubscriptions).where(isOwn);
  const gone = known
    .filter((row) => !found.some(({ reference }) => reference === row.reference))
    .map(({ reference, takenOverAt }): StoredForeign => {
      return { reference, status: "ended", periodEnd: null, takenOver: takenOverAt !== null };
    });
  await storeForeign(portal, tx, { userId, isNew, provider }, [...found, ...gone]);
  await tx
    .update(foreignCustomers)
    .set({ checkedAt: portal.now() })
    .where(eq(foreignCustomers.userId, userId));
  const onFile = await findCard(tx, userId);
  const isReplaced =
    !onFile || (onFile.providerCustomer === customer && card && onFile.createdAt < card.givenAt);
  if (card && isReplaced) await storeCard(portal, tx, userId, provider, card);
}

/** What is stored of a subscription, and what decides about the plan here. */
type StoredForeign = Pick<ForeignSubscription, "reference" | "status" | "takenOver"> &
  Partial<Pick<ForeignSubscription, "anchor" | "price" | "period">> & { periodEnd: Date | null };

/** A subscription as it is now, and as it was stored before. */
type Changed = { now: StoredForeign; before: ForeignRow | undefined };

/** Stores subscriptions of a user, and has the membership here follow them. Lock the user first. */
export async function storeForeign(
  portal: TransactionPortal,
  tx: Database,
  { userId, isNew = false, provider }: Owner & Pick<CustomerRow, "provider">,
  found: StoredForeign[],
): Promise<void> {
  const changed: Changed[] = [];
  for (const now of found) {
    const { reference, status, takenOver } = now;
    const key = and(
      eq(foreignSubscriptions.provider, provider),
      eq(foreignSubscriptions.reference, reference),
    );
    const [before] = await tx.select().from(foreignSubscriptions).where(key);
    // What was over before the member came has never charged beside the portal.
    if (!before && status === "ended") continue;
    const periodEnd = now.periodEnd ?? before?.periodEnd ?? null;
    const takenOverAt = before?.takenOverAt ?? (takenOver ? portal.now() : null);
    const row = { userId, status, periodEnd, takenOverAt };
    await tx
      .insert(foreignSubscriptions)
      .values({ provider, reference, ...row })
      .onConflictDoUpdate({
        target: [foreignSubscriptions.provider, foreignSubscriptions.reference],
        set: row,
      });
    changed.push({ now: { ...now, periodEnd }, before });
  }
  await followForeign(portal, tx, { userId, isNew }, changed);
}

/**
 * Has a user's bought membership follow what the former site charges: it lasts as long as was paid there. While it is charged there,
 * nothing is owed here. Before the first payment here, who leaves or comes back there does so here, too. When a customer is seen for
 * the first time, what was decided here stays.
 */
async function followForeign(
  portal: TransactionPortal,
  tx: Database,
  { userId, isNew = false }: Owner,
  changed: Changed[],
): Promise<void> {
  const live = await lockLive(tx, userId);
  if (live?.source !== "purchase" || live.status === "pending" || !live.endsAt) return;
  const isBlocked = await chargesElsewhere(tx, userId);
  const changes: Partial<Subscription> = {};
  const latest = changed
    .filter(({ now: { periodEnd } }) => periodEnd !== null)
    .toSorted((a, b) => Number(a.now.periodEnd) - Number(b.now.periodEnd))
    .at(-1)?.now;
  if (latest?.periodEnd && latest.periodEnd > live.endsAt) {
    changes.endsAt = latest.periodEnd;
    changes.anchorAt = (latest.period && latest.anchor) ?? latest.periodEnd;
  }
  const renewal = isBlocked ? await findOpenRenewal(tx, live.id) : undefined;
  if (renewal && (await voidUnpaid(portal, tx, renewal))) changes.status = "active";
  const isDecidedHere = isNew && (await hasDecidedHere(tx, live));
  if (isDecidedHere && live.cancelAtPeriodEnd) await stopForeign(portal, tx, userId);
  if (await isUnpaidHere(tx, live)) {
    const known = { changed, isBlocked, isDecidedHere };
    Object.assign(changes, await followDecision(portal, tx, live, known));
  }
  if (Object.keys(changes).length > 0) await updateSubscription(tx, live.id, changes);
}

/** Returns whether a membership was cancelled or resumed here since it came, not by what a provider reported. */
const hasDecidedHere = (
  tx: Database,
  { userId: subjectId, importedAt, startedAt }: Subscription,
): Promise<boolean> =>
  isRecordedSince(tx, {
    acts: ["membership-cancelled", "membership-resumed"],
    subjectId,
    since: importedAt ?? startedAt,
    notVia: providerActor.via,
  });

/** Returns what a member, or the former site, has decided there since: to leave, to come back, or for the other plan. */
async function followDecision(
  portal: TransactionPortal,
  tx: Database,
  live: Subscription,
  {
    changed,
    isBlocked,
    isDecidedHere,
  }: { changed: Changed[]; isBlocked: boolean; isDecidedHere: boolean },
): Promise<Partial<Subscription>> {
  const { id, userId: subjectId, cancelAtPeriodEnd, nextSku, period } = live;
  const record = (act: "membership-cancelled" | "membership-resumed") =>
    recordAct(tx, { act, at: portal.now(), actor: providerActor, subjectId });
  const hasLeft = changed.some(
    ({ now, before }) =>
      now.status !== "alive" && !now.takenOver && (before?.status ?? "alive") === "alive",
  );
  if (hasLeft && !isDecidedHere && !isBlocked && !cancelAtPeriodEnd) {
    await voidSwitches(portal, tx, id);
    await record("membership-cancelled");
    return { cancelAtPeriodEnd: true, nextSku: null, nextPeriod: null, nextPrice: null };
  }
  const alive = changed.filter(({ now }) => now.status === "alive");
  const isBack = alive.some(
    ({ before }) => before?.status !== "alive" && (before?.takenOverAt ?? null) === null,
  );
  const running = changed.filter(({ now }) => now.status !== "ended").map(({ now }) => now);
  // Of several subscriptions the import has taken the one that its file names: its plan stays while it runs.
  const isPlanRunning = running.some((one) => one.period === period);
  const plan = nextSku === null && !isPlanRunning ? await planOf(tx, running[0]) : {};
  if (!isBack || isDecidedHere || !cancelAtPeriodEnd) return plan;
  await record("membership-resumed");
  return { ...plan, cancelAtPeriodEnd: false };
}

/** Returns the plan of the portal with the period of a subscription, at the price that is paid there; nothing where there is none. */
async function planOf(
  tx: Database,
  foreign: StoredForeign | undefined,
): Promise<Partial<Subscription>> {
  const { period, price } = foreign ?? {};
  // Stripe knows prices that cannot be charged here: of less than a minor unit, or than a card allows.
  if (!period || !price || !Number.isInteger(price.amount) || isTooSmall(price)) return {};
  const isPlan = and(eq(products.kind, "membership"), eq(products.period, period));
  const [product] = await tx
    .select({ sku: products.sku })
    .from(products)
    .where(and(isPlan, eq(products.onSale, true)))
    .orderBy(asc(products.position))
    .limit(1);
  const { amount, currency } = price;
  return product ? { sku: product.sku, period, price: amount, currency } : {};
}

export const findCustomer = async (
  database: Database,
  userId: string,
): Promise<CustomerRow | undefined> =>
  (await database.select().from(foreignCustomers).where(eq(foreignCustomers.userId, userId)))[0];

/** Asks the provider for a customer, and stores the answer. Rejects when there is none. */
export async function refresh(portal: PaymentPortal, row: CustomerRow): Promise<void> {
  const { userId, provider, customer } = row;
  const found = await providerOf(portal, row).foreignCustomer({
    customer,
    subscription: null,
    ways: storedWays(portal),
  });
  // Perhaps the keys are those of another account: nobody has left for that.
  if (!found) throw new Error(`The customer ${customer} is not known to ${provider}.`);
  await portal.database.transaction((tx) =>
    storeCustomer(portal, tx, { userId }, { ...found, provider }),
  );
}

/**
 * Asks the provider what a former site charges, right before the first charge here: the member may have come back there, and nobody
 * told. Rejects when it does not answer: nothing is charged then.
 */
export async function refreshBeforeFirstCharge(
  portal: PaymentPortal,
  { id, userId }: Pick<Subscription, "id" | "userId">,
): Promise<void> {
  const { database } = portal;
  const row = await findCustomer(database, userId);
  if (!row) return;
  if (!(await findLastPaid(database, id))) await refresh(portal, row);
}

/** Stores what has become of a former site's customer, as its provider reports. */
export async function refreshCustomer(
  portal: PaymentPortal,
  { provider, customer }: Pick<CustomerRow, "provider" | "customer">,
): Promise<void> {
  const isIt = and(
    eq(foreignCustomers.provider, provider),
    eq(foreignCustomers.customer, customer),
  );
  const [row] = await portal.database.select().from(foreignCustomers).where(isIt);
  if (row) await refresh(portal, row);
}

/** Notes that the subscriptions of a user, or of all, are to be ended that are alive. Returns their references. */
export async function markTakenOver(
  { now }: Pick<TransactionPortal, "now">,
  tx: Database,
  userId: string | null,
): Promise<string[]> {
  const { provider, reference, takenOverAt } = foreignSubscriptions;
  const isAll = userId === null;
  if (!isAll) await lockUser(tx, userId);
  // An import may hold those of many members, in its own order. What is passed over here is marked by `takeOver`.
  const rows = await tx
    .select({ reference })
    .from(foreignSubscriptions)
    .where(and(isAll ? undefined : eq(foreignSubscriptions.userId, userId), isAlive))
    .orderBy(asc(provider), asc(reference))
    .for("update", isAll ? { skipLocked: true } : {});
  const locked = rows.map((row) => row.reference);
  await tx
    .update(foreignSubscriptions)
    .set({
      takenOverAt: sql`coalesce(${takenOverAt}, ${sql.param(now(), takenOverAt)}::timestamptz)`,
    })
    .where(and(isAlive, sql`${reference} = any(${sql.param(locked)}::text[])`));
  return locked;
}

export const takeOverJob = defineJob({
  name: "billing.take-over",
  payload: z.object({ userId: z.string() }),
  retry: patientRetries,
});

/** Has the former site charge a user no more, once this is committed: the membership here was cancelled or has ended. */
export async function stopForeign(
  portal: TransactionPortal,
  tx: Database,
  userId: string,
): Promise<void> {
  const alive = await markTakenOver(portal, tx, userId);
  if (alive.length > 0) await portal.jobs.enqueue(tx, takeOverJob, { userId });
}

/** Returns what a former site charges a user, as admins see it; null for nothing. */
export async function presentForeign(database: Database, userId: string): Promise<Foreign | null> {
  const rows = await database
    .select()
    .from(foreignSubscriptions)
    .where(eq(foreignSubscriptions.userId, userId))
    .orderBy(asc(foreignSubscriptions.periodEnd)); // those without an end come last
  const latest = rows.findLast(({ periodEnd }) => periodEnd !== null) ?? rows.at(-1);
  if (!latest) return null;
  return {
    isAlive: rows.some(({ status }) => status === "alive"),
    paidUntil: latest.periodEnd?.toISOString() ?? null,
    takenOverAt: latest.takenOverAt?.toISOString() ?? null,
  };
}
