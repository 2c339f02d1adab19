import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, gt, ne } from "drizzle-orm";
import { ApiError } from "../../api-error.ts";
import type { Database } from "../../database/connect.ts";
import { sessions } from "../../database/schema.ts";
import { hashToken, loadSession, sessionIdleLife, sessionLife } from "../../plugins/session.ts";
import type { Portal } from "../../portal.ts";
import { presentUser } from "./present.ts";
import type { Accounts } from "./users.ts";

/** 256 random bits, as text for a header or an address. */
export const newToken = (): string => randomBytes(32).toString("base64url");

const longestUserAgent = 400;

/** Begins a session and gives its token, which is kept nowhere but with the caller. */
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

/** Signs a user in: a new session, answered as `{ token, user }`. */
export async function signIn(portal: Portal, userId: string, userAgent = "") {
  const token = await createSession(portal, userId, userAgent);
  const session = await loadSession(portal, hashToken(token));
  if (!session) throw new ApiError("unauthorized");
  return { token, user: presentUser(session) };
}

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
