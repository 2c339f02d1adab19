import { and, eq, inArray, sql } from "drizzle-orm";
import { ApiError } from "../../api-error.ts";
import { endLapsed } from "../../billing/subscription.ts";
import {
  idempotencyKeys,
  purchases,
  sessions,
  subscriptions,
  users,
} from "../../database/schema.ts";
import type { Accounts } from "./users.ts";

type Merge = {
  /** The account that ends. */
  from: string;
  /** The account that goes on. */
  into: string;
  /** The session of the request, or null. */
  sessionId: string | null;
};

const live = inArray(subscriptions.status, ["pending", "active"]);

async function refuseTwoMemberships(accounts: Accounts, { from, into }: Merge): Promise<void> {
  for (const id of [from, into]) await endLapsed(accounts.database, id, accounts.now());
  const memberships = await accounts.database
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(and(inArray(subscriptions.userId, [from, into]), live));
  if (memberships.length > 1) throw new ApiError("conflict");
}

/**
 * Moves purchases and memberships of one account to another and ends the one. Keys of submits move
 * along, so that a payment under way is not begun twice.
 *
 * Only the session that opened the link moves, if it is the ending account's: somebody who registered with a
 * stranger's address holds sessions of that account too, and must not get into the stranger's
 * account when the stranger opens the link. Throws `conflict` when both have a live membership.
 */
export async function mergeAccounts(accounts: Accounts, merge: Merge): Promise<void> {
  const { database } = accounts;
  const { from, into, sessionId } = merge;
  const moved = { userId: into };
  await database
    .select()
    .from(users)
    .where(inArray(users.id, [from, into]))
    .for("update");
  await refuseTwoMemberships(accounts, merge);
  await database.update(purchases).set(moved).where(eq(purchases.userId, from));
  await database.update(subscriptions).set(moved).where(eq(subscriptions.userId, from));
  const taken = sql`(select key from ${idempotencyKeys} where user_id = ${into})`;
  await database
    .update(idempotencyKeys)
    .set(moved)
    .where(and(eq(idempotencyKeys.userId, from), sql`${idempotencyKeys.key} not in ${taken}`));
  if (sessionId) {
    await database
      .update(sessions)
      .set(moved)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, from)));
  }
  await database.delete(users).where(eq(users.id, from));
}
