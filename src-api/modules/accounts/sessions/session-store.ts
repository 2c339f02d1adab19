import type { Database } from "#api/infra/database/connect.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { and, desc, eq, gt, inArray, ne, sql } from "#api/infra/database/drizzle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { isInForce, liveStatuses, subscriptions } from "../../membership/module.ts";
import { sessions, users, type SessionRow } from "../schema.ts";

export async function insertSession(database: Database, session: SessionRow): Promise<void> {
  await database.insert(sessions).values(session);
}

/** Prepares the statement that every request with a token runs: one row, by the only live subscription. */
function prepareFindSession(database: Database, by: "id" | "tokenHash") {
  const { userId, status, source, endsAt, cancelAtPeriodEnd } = subscriptions;
  return database
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      userId: users.id,
      email: users.email,
      name: users.name,
      language: users.language,
      roles: users.roles,
      factors: sessions.factors,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      subscription: { status, source, endsAt, cancelAtPeriodEnd },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(subscriptions, and(eq(userId, users.id), inArray(status, liveStatuses)))
    .where(eq(sessions[by], sql.placeholder("key")))
    .prepare(`find_session_by_${by}`);
}

type Prepared = Map<string, ReturnType<typeof prepareFindSession>>;

const statements = new WeakMap<Database, Prepared>();

function findSessionBy(database: Database, by: "id" | "tokenHash") {
  const prepared: Prepared = statements.get(database) ?? new Map();
  statements.set(database, prepared);
  const statement = prepared.get(by) ?? prepareFindSession(database, by);
  prepared.set(by, statement);
  return statement;
}

/** Returns a session, live or not, with its user and the state of the user's membership at `at`. */
export async function findSession(
  database: Database,
  key: Pick<SessionRow, "id"> | Pick<SessionRow, "tokenHash">,
  at: Date,
) {
  const [found] =
    "id" in key
      ? await findSessionBy(database, "id").execute({ key: key.id })
      : await findSessionBy(database, "tokenHash").execute({ key: key.tokenHash });
  if (!found) return undefined;
  const { subscription, ...session } = found;
  const subscriptionOwned = subscription !== null && isInForce(subscription, at);
  return {
    ...session,
    subscriptionOwned,
    subscriptionPending: subscription?.status === "pending",
    subscriptionPastDue: subscriptionOwned && subscription.status === "past_due",
  };
}

/** A session by one of its tokens: it is over for whoever has another one. */
export type HeldSession = Pick<SessionRow, "id" | "tokenHash">;

const isHeld = ({ id, tokenHash }: HeldSession) =>
  and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash));

/** Prevents the session from ending until the transaction ends; returns false when it has ended, or has another token. */
export async function keepSession(database: Database, held: HeldSession): Promise<boolean> {
  const found = await database
    .select({ id: sessions.id })
    .from(sessions)
    .where(isHeld(held))
    .for("key share");
  return found.length > 0;
}

/** Replaces the token of a session. Throws 401 when the session has ended, or has another token already. */
export async function renewToken(database: Database, held: HeldSession): Promise<string> {
  const token = newToken();
  const renewed = await database
    .update(sessions)
    .set({ tokenHash: hashToken(token) })
    .where(isHeld(held))
    .returning({ id: sessions.id });
  if (renewed.length === 0) throw new ApiError("unauthorized");
  return token;
}

/** Returns when a session began, or null when it has ended. */
export async function findBeginning(database: Database, id: string): Promise<Date | null> {
  const [session] = await database
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, id));
  return session?.createdAt ?? null;
}

export async function updateLastSeen(database: Database, id: string, at: Date): Promise<void> {
  await database.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, id));
}

/**
 * Moves the sessions that are live at `at` forward by the given ms, as the portal's time is moved: whoever
 * is logged in stays logged in.
 *
 * @param idleSince when a live session was last used at the earliest
 */
export async function moveSessions(
  database: Database,
  ms: number,
  { at, idleSince }: { at: Date; idleSince: Date },
): Promise<void> {
  const { lastSeenAt, expiresAt } = sessions;
  const by = sql`${ms} * interval '1 ms'`;
  await database
    .update(sessions)
    .set({ lastSeenAt: sql`${lastSeenAt} + ${by}`, expiresAt: sql`${expiresAt} + ${by}` })
    .where(and(gt(expiresAt, at), gt(lastSeenAt, idleSince)));
}

export const findSessionsOf = (database: Database, userId: string): Promise<SessionRow[]> =>
  database
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));

/** Ends all but the `kept` most recently used sessions of a user. */
export async function endLeastUsed(database: Database, userId: string, kept: number) {
  const surplus = database
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(kept);
  await database.delete(sessions).where(inArray(sessions.id, surplus));
}

/** Ends one session of a user; returns false when the user has no such session. */
export async function endSessionOf(database: Database, userId: string, id: string) {
  const ended = await database
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function endSessionsOf(database: Database, userId: string, except?: string) {
  await database
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except) : undefined));
}
