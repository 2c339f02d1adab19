import { randomUUID } from "node:crypto";
import { and, desc, eq, gt, inArray, ne } from "drizzle-orm";
import type { SessionAnswer } from "../../../../src-shared/api/sign-in.ts";
import type { User as SessionUser } from "../../../../src-shared/api/user.ts";
import { ApiError } from "../../../infra/api-error.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { sessions } from "../schema.ts";
import { hashToken, newToken } from "../../../infra/tokens.ts";
import { loadSession, loadSessionById, sessionIdleLife, sessionLife } from "./live-session.ts";
import type { Portal } from "../../../portal.ts";
import { presentUser } from "../present.ts";
import { lockUser, type Accounts, type User } from "../users.ts";

const longestUserAgent = 400;

/** Begins a session and returns its token, which is kept nowhere but with the caller. */
export async function createSession(
  { database, now }: Accounts,
  userId: string,
  userAgent: string,
): Promise<string> {
  const token = newToken();
  const at = now();
  await database.insert(sessions).values({
    id: randomUUID(),
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent.slice(0, longestUserAgent),
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + sessionLife),
  });
  return token;
}

/** A token with the session user that belongs to it, as signing in answers. */
export async function presentSignIn(portal: Portal, token: string): Promise<SessionAnswer> {
  const session = await loadSession(portal, hashToken(token));
  if (!session) throw new ApiError("unauthorized");
  return { token, user: presentUser(session) };
}

/** The user of a session, read afresh; throws 401 when the session has ended meanwhile. */
export async function presentAfresh(portal: Portal, sessionId: string): Promise<SessionUser> {
  const session = await loadSessionById(portal, sessionId);
  if (!session) throw new ApiError("unauthorized");
  return presentUser(session);
}

/** Sessions that one user may have at a time. */
export const maxSessions = 50;

/** Ends the sessions that were unused for the longest, until there is room for another one. */
async function makeRoom(database: Database, userId: string): Promise<void> {
  const surplus = database
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(maxSessions - 1);
  await database.delete(sessions).where(inArray(sessions.id, surplus));
}

/**
 * Begins a session of a user whose password was verified, if it is still the password: logins under way
 * do not survive a change of it. Ends the user's longest unused sessions beyond `maxSessions`. Returns
 * the token, or null.
 */
export const beginSession = (
  { database, now }: Accounts,
  verified: User,
  userAgent: string,
): Promise<string | null> =>
  database.transaction(async (transaction) => {
    const user = await lockUser(transaction, verified.id);
    if (user?.passwordHash !== verified.passwordHash) return null;
    await makeRoom(transaction, user.id);
    return createSession({ database: transaction, now }, user.id, userAgent);
  });

/** The live sessions of a user, last used first. */
export async function liveSessions({ database, now }: Accounts, userId: string) {
  const at = now();
  return database
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, at),
        gt(sessions.lastSeenAt, new Date(at.getTime() - sessionIdleLife)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
}

/** Ends one session of that user; false when the user has no such session. */
export async function endSessionOf(database: Database, userId: string, id: string) {
  const ended = await database
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends the user's sessions, all of them or all but one. */
export async function endSessionsOf(database: Database, userId: string, except?: string) {
  await database
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except) : undefined));
}
