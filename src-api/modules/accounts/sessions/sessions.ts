import { randomUUID } from "node:crypto";
import type { SessionAnswer } from "../../../../src-shared/api/sign-in.ts";
import type { User as SessionUser } from "../../../../src-shared/api/user.ts";
import type { Session } from "../../../http/session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { hashToken, newToken } from "../../../infra/tokens.ts";
import type { SessionRow, User } from "../schema.ts";
import { lockUser } from "../user-store.ts";
import type { Accounts } from "../users.ts";
import { presentUser } from "./present.ts";
import type { SessionFactors } from "./session-factors.ts";
import {
  endLeastUsed,
  findSession,
  findSessionsOf,
  insertSession,
  moveSessions,
  updateLastSeen,
} from "./session-store.ts";

const minute = 60_000;
/** Longest time between two uses of a session, in ms. */
export const sessionIdleLife = 14 * 24 * 60 * minute;
/** Longest time since login, in ms. */
export const sessionLife = 90 * 24 * 60 * minute;
/** `lastSeenAt` is written at most this often, in ms. */
const seenResolution = minute;
/** Sessions that one user may have at a time. */
export const maxSessions = 50;
const longestUserAgent = 400;

/** Returns whether a session can still be used. */
export const isLive = (
  { lastSeenAt, expiresAt }: Pick<SessionRow, "lastSeenAt" | "expiresAt">,
  at: Date,
): boolean => expiresAt > at && at.getTime() - lastSeenAt.getTime() < sessionIdleLife;

async function load(
  { database, now }: Accounts,
  key: Parameters<typeof findSession>[1],
): Promise<Session | null> {
  const at = now();
  const found = await findSession(database, key, at);
  if (!found || !isLive(found, at)) return null;
  const { email, lastSeenAt, expiresAt: _, ...session } = found;
  if (email === null) return null;
  if (at.getTime() - lastSeenAt.getTime() > seenResolution) {
    await updateLastSeen(database, session.id, at);
  }
  return { ...session, email };
}

/** Returns the live session with this hash of a token, or null. Only users with a proven address have one. */
export const loadSession = (accounts: Accounts, tokenHash: string): Promise<Session | null> =>
  load(accounts, { tokenHash });

/** Returns the live session with this id, or null; signed addresses carry the id. */
export const loadSessionById = (accounts: Accounts, id: string): Promise<Session | null> =>
  load(accounts, { id });

/** Begins a session and returns its token, of which only the hash is stored. */
export async function createSession(
  { database, now }: Accounts,
  userId: string,
  userAgent: string,
  factors: SessionFactors = "password",
): Promise<string> {
  const token = newToken();
  const at = now();
  await insertSession(database, {
    id: randomUUID(),
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent.slice(0, longestUserAgent),
    factors,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + sessionLife),
  });
  return token;
}

/**
 * Begins a session of a user whose password or passkey was verified and returns its token. Returns null when
 * the password has been changed since. Ends the user's least recently used sessions beyond `maxSessions`.
 */
export const beginSession = (
  { database, now }: Accounts,
  verified: User,
  { userAgent, factors }: { userAgent: string; factors: SessionFactors },
): Promise<string | null> =>
  database.transaction(async (transaction) => {
    const user = await lockUser(transaction, verified.id);
    if (user?.passwordHash !== verified.passwordHash) return null;
    await endLeastUsed(transaction, user.id, maxSessions - 1);
    return createSession({ database: transaction, now }, user.id, userAgent, factors);
  });

/** Returns a token with the user of its session: the answer to a login. */
export async function presentSignIn(accounts: Accounts, token: string): Promise<SessionAnswer> {
  const session = await loadSession(accounts, hashToken(token));
  if (!session) throw new ApiError("unauthorized");
  return { token, user: presentUser(session) };
}

/** Returns the user of a session, reloaded after a change; throws 401 when the session has ended. */
export async function presentAfresh(accounts: Accounts, sessionId: string): Promise<SessionUser> {
  const session = await loadSessionById(accounts, sessionId);
  if (!session) throw new ApiError("unauthorized");
  return presentUser(session);
}

/** Keeps everybody logged in while the portal's time is moved forward by the given ms. */
export const keepLoggedIn = ({ database, now }: Accounts, ms: number): Promise<void> => {
  const at = now();
  return moveSessions(database, ms, { at, idleSince: new Date(at.getTime() - sessionIdleLife) });
};

/** Returns the live sessions of a user, last used first. */
export async function liveSessions({ database, now }: Accounts, userId: string) {
  const at = now();
  const found = await findSessionsOf(database, userId);
  return found.filter((session) => isLive(session, at));
}
