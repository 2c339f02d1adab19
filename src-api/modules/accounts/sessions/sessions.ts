import { randomUUID } from "node:crypto";
import type { ErrorCode } from "#shared/api/errors.ts";
import type { SessionAnswer } from "#shared/api/sign-in.ts";
import type { User as SessionUser } from "#shared/api/user.ts";
import { hourMs, minuteMs } from "#shared/durations.ts";
import type { Session } from "#api/http/session.ts";
import { rolesInSession, hasSecondFactor, type SessionFactors } from "./session-factors.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import type { Portal } from "#api/portal.ts";
import { noticeDevice } from "../new-device/known-devices.ts";
import type { SessionRow, User } from "../schema.ts";
import { lockUser } from "../user-store.ts";
import { isFactorOn } from "../second-factor/second-factor-store.ts";
import type { Accounts } from "../users.ts";
import { presentUser, type Presenting } from "./present.ts";
import {
  endLeastUsed,
  endSessionOf,
  findSession,
  findSessionsOf,
  insertSession,
  moveSessions,
  updateLastSeen,
} from "./session-store.ts";

/** Longest time between two uses of a session. */
export const sessionIdleLifeMs = 14 * 24 * hourMs;
/** Longest time since login. */
export const sessionLifeMs = 90 * 24 * hourMs;
/** `lastSeenAt` is written at most this often, in ms. */
const seenResolution = minuteMs;
/** Sessions that one user may have at a time. */
export const maxSessions = 50;
const maxUserAgentLength = 400;

/** Returns whether a session can still be used. */
export const isLive = (
  { lastSeenAt, expiresAt }: Pick<SessionRow, "lastSeenAt" | "expiresAt">,
  at: Date,
): boolean => expiresAt > at && at.getTime() - lastSeenAt.getTime() < sessionIdleLifeMs;

/** Loading a session also decides about the rights of admins, which depend on the settings. */
type SessionGround = Accounts & Pick<Portal, "config">;

async function load(
  { database, now, config }: SessionGround,
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
  return { ...rolesInSession(config, session), email };
}

/** Returns the live session with this hash of a token, or null. Only users with a proven address have one. */
export const loadSession = (accounts: SessionGround, tokenHash: string): Promise<Session | null> =>
  load(accounts, { tokenHash });

/** Returns the live session with this id, or null; signed addresses carry the id. */
export const loadSessionById = (accounts: SessionGround, id: string): Promise<Session | null> =>
  load(accounts, { id });

/** How a session begins: the User-Agent header, the network address, and what its user has proven, and when. */
type SessionStart = {
  userAgent: string;
  ip: string;
  factors: SessionFactors;
  factorProvenAt?: Date;
  passkeyId?: string;
};

/** Begins a session and returns its token, of which only the hash is stored. */
export async function createSession(
  { database, now }: Accounts,
  userId: string,
  userAgent: string,
  proven: Partial<Omit<SessionStart, "userAgent" | "ip">> = {},
): Promise<string> {
  const { factors = "password", factorProvenAt, passkeyId } = proven;
  const token = newToken();
  const at = now();
  await insertSession(database, {
    id: randomUUID(),
    userId,
    tokenHash: hashToken(token),
    userAgent: userAgent.slice(0, maxUserAgentLength),
    factors,
    factorProvenAt: factorProvenAt ?? null,
    passkeyId: passkeyId ?? null,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + sessionLifeMs),
  });
  return token;
}

/**
 * Begins a session of a user that the transaction has locked and returns its token. Ends the user's least
 * recently used sessions beyond `maxSessions`, and mails the user about a device that is new.
 */
export async function beginSessionOfLocked(
  services: Accounts & Pick<Portal, "jobs">,
  user: User,
  { userAgent, ip, ...proven }: SessionStart,
): Promise<string> {
  await endLeastUsed(services.database, user.id, maxSessions - 1);
  await noticeDevice(services, user, { ip, userAgent });
  return createSession(services, user.id, userAgent, proven);
}

/**
 * Begins a session of a user whose password or passkey was verified and returns its token. Returns null when
 * the password has been changed since, and when the account has a second factor that was not proven. Mails the user
 * about a device that is new.
 */
export const beginSession = (
  { database, now, jobs }: Accounts & Pick<Portal, "jobs">,
  verified: User,
  start: SessionStart,
): Promise<string | null> =>
  database.transaction(async (transaction) => {
    const user = await lockUser(transaction, verified.id);
    if (user?.passwordHash !== verified.passwordHash) return null;
    if (!hasSecondFactor(start.factors) && (await isFactorOn(transaction, user.id))) return null;
    return beginSessionOfLocked({ database: transaction, now, jobs }, user, start);
  });

/**
 * Returns a token with the user of its session: the answer to a login. The session in which somebody logged in again,
 * if any, ends. Throws `ended` when the new session has ended already, as by a new password at the same moment.
 */
export async function presentSignIn(
  setup: Presenting,
  token: string,
  former: Session | null,
  ended: ErrorCode,
): Promise<SessionAnswer> {
  const { portal } = setup;
  const session = await loadSession(portal, hashToken(token));
  if (!session) throw new ApiError(ended);
  if (former) await endSessionOf(portal.database, former.userId, former.id);
  return { token, user: await presentUser(setup, session) };
}

/** Returns the user of a session, reloaded after a change; throws 401 when the session has ended. */
export async function presentAfresh(setup: Presenting, sessionId: string): Promise<SessionUser> {
  const session = await loadSessionById(setup.portal, sessionId);
  if (!session) throw new ApiError("unauthorized");
  return presentUser(setup, session);
}

/** Keeps everybody logged in while the portal's time is moved forward by the given ms. */
export const extendSessions = ({ database, now }: Accounts, ms: number): Promise<void> => {
  const at = now();
  return moveSessions(database, ms, { at, idleSince: new Date(at.getTime() - sessionIdleLifeMs) });
};

export async function liveSessions({ database, now }: Accounts, userId: string) {
  const at = now();
  const found = await findSessionsOf(database, userId);
  return found.filter((session) => isLive(session, at));
}
