import type { FastifyInstance, FastifyRequest } from "fastify";
import { isAdmin, type MembershipHolder, type Role } from "#shared/active-member.ts";
import {
  changeProfile,
  type DeviceSession,
  endOtherSessions,
  endSession,
  listSessions,
} from "#shared/api/account.ts";
import { changeLanguage, getMe, type User, type User as SessionUser } from "#shared/api/user.ts";
import { hourMs, minuteMs } from "#shared/durations.ts";
import type { Config } from "#api/config.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser, type Session, type SessionStore } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, gt, inArray, ne, sql } from "#api/infra/database/drizzle.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { isInForce, liveStatuses, subscriptions } from "#api/modules/membership/module.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import {
  loginChallenges,
  type SessionFactors,
  type SessionRow,
  sessions,
  users,
} from "./schema.ts";
import { type Accounts, updateUser } from "./users.ts";

/** Values that mean a single factor: the mailbox alone proves no more than the password alone. */
export const singleFactors = ["password", "mail"] as const satisfies readonly SessionFactors[];

export const hasSecondFactor = (factors: SessionFactors): boolean =>
  !singleFactors.some((single) => single === factors);

/** Returns whether the settings require a second factor of a user, who then has no admin's rights without one. */
export const requiresFactor = (
  { adminSecondFactor }: Pick<Config, "adminSecondFactor">,
  user: Pick<MembershipHolder, "roles">,
): boolean => adminSecondFactor === "required" && isAdmin(user);

type WithRoles = { roles: Role[]; factors: SessionFactors };

/**
 * Returns the roles that a session acts with. Where `ADMIN_SECOND_FACTOR` requires one, a session that began
 * with a password or a mailed code alone is not an admin's: this is the only place that decides it, since everything else asks
 * the session for its roles.
 */
function rolesInSession<Some extends WithRoles>(
  config: Pick<Config, "adminSecondFactor">,
  session: Some,
): Some & { lacksAdminFactor: boolean } {
  const lacksAdminFactor = requiresFactor(config, session) && !hasSecondFactor(session.factors);
  const roles = lacksAdminFactor
    ? session.roles.filter((role) => role !== "ROLE_ADMIN")
    : session.roles;
  return { ...session, roles, lacksAdminFactor };
}

/** Longest time between two uses of a session. */
export const sessionIdleLifeMs = 14 * 24 * hourMs;
/** Longest time since login. */
export const sessionLifeMs = 90 * 24 * hourMs;
/** `lastSeenAt` is written at most this often, in ms. */
const seenResolution = minuteMs;

/** Returns whether a session can still be used. */
const isLive = (
  { lastSeenAt, expiresAt }: Pick<SessionRow, "lastSeenAt" | "expiresAt">,
  at: Date,
): boolean => expiresAt > at && at.getTime() - lastSeenAt.getTime() < sessionIdleLifeMs;

/** Loading a session also decides about the rights of admins, which depend on the settings. */
type SessionServices = Accounts & Pick<Portal, "config">;

async function load(
  { database, now, config }: SessionServices,
  key: Parameters<typeof findSession>[1],
  isUse = true,
): Promise<Session | null> {
  const at = now();
  const found = await findSession(database, key, at);
  if (!found || !isLive(found, at)) return null;
  const { email, lastSeenAt, expiresAt: _, ...session } = found;
  if (email === null) return null;
  if (isUse && at.getTime() - lastSeenAt.getTime() > seenResolution) {
    await database.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, session.id));
  }
  return { ...rolesInSession(config, session), email };
}

/** Returns the live session with this hash of a token, or null. Only users with a proven address have one. */
export const loadSession = (
  accounts: SessionServices,
  tokenHash: string,
): Promise<Session | null> => load(accounts, { tokenHash });

/** Returns the live session with this id, or null; signed addresses carry the id. */
const loadSessionById = (accounts: SessionServices, id: string): Promise<Session | null> =>
  load(accounts, { id });

/** Where requests find the session of their token, and signed addresses that of their id. */
export const sessionStore = (portal: Portal): SessionStore => ({
  find: (token, isUse) => load(portal, { tokenHash: hashToken(token) }, isUse),
  findById: (id) => loadSessionById(portal, id),
});

/** Returns the user of a session, reloaded after a change; throws 401 when the session has ended. */
export async function presentAfresh(setup: Presenting, sessionId: string): Promise<SessionUser> {
  const session = await loadSessionById(setup.portal, sessionId);
  if (!session) throw new ApiError("unauthorized");
  return presentUser(setup, session);
}

/** Keeps everybody logged in while the portal's time is moved forward by the given ms. */
export async function extendSessions({ database, now }: Accounts, ms: number): Promise<void> {
  const { lastSeenAt, expiresAt } = sessions;
  const by = sql`${ms} * interval '1 ms'`;
  const idleSince = new Date(now().getTime() - sessionIdleLifeMs);
  await database
    .update(sessions)
    .set({ lastSeenAt: sql`${lastSeenAt} + ${by}`, expiresAt: sql`${expiresAt} + ${by}` })
    .where(and(gt(expiresAt, now()), gt(lastSeenAt, idleSince)));
}

/** Returns the sessions of a user that can still be used, the last used one first. */
export async function liveSessions(database: Database, userId: string, now: Date) {
  const found = await database
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
  return found.filter((session) => isLive(session, now));
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
      lacksPassword: sql<boolean>`${users.passwordHash} is null`,
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
async function findSession(
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

/** A session ID with its current token hash; older tokens no longer match. */
type SessionToken = Pick<SessionRow, "id" | "tokenHash">;

const hasToken = ({ id, tokenHash }: SessionToken) =>
  and(eq(sessions.id, id), eq(sessions.tokenHash, tokenHash));

/** Prevents the session from ending until the transaction ends; returns false when it has ended, or has another token. */
export async function lockSession(database: Database, session: SessionToken): Promise<boolean> {
  const found = await database
    .select({ id: sessions.id })
    .from(sessions)
    .where(hasToken(session))
    .for("key share");
  return found.length > 0;
}

/** Replaces the token of a session. Throws 401 when the session has ended, or has another token already. */
export async function renewToken(database: Database, session: SessionToken): Promise<string> {
  const token = newToken();
  const renewed = await database
    .update(sessions)
    .set({ tokenHash: hashToken(token) })
    .where(hasToken(session))
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

/** Ends the logins of a user that wait for a code of the second factor. */
export async function deleteChallengesOf(database: Database, userId: string): Promise<void> {
  await database.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
}

export type Presenting = RouteSetup & { portal: Portal };

/** Returns the user of a session, with the fields that other modules add. */
const describeUser = (session: Session): User => ({
  id: session.userId,
  name: session.name,
  email: session.email,
  roles: [...session.roles],
  subscriptionOwned: session.subscriptionOwned,
  subscriptionPending: session.subscriptionPending,
  subscriptionPastDue: session.subscriptionPastDue,
  ...(session.lacksAdminFactor && { lacksAdminFactor: true }),
  ...(session.lacksPassword && { lacksPassword: true }),
});

/** Returns the user of a session as GET /me answers it, with what other modules add to it. */
export async function presentUser(
  { portal, modules }: Presenting,
  session: Session,
): Promise<User> {
  const user = describeUser(session);
  for (const module of modules) Object.assign(user, await module.describeUser?.(portal, session));
  return user;
}

/** Returns a session as its owner sees it, without the hash of its token. */
const presentDeviceSession = (
  { id, userAgent, createdAt, lastSeenAt }: SessionRow,
  current: Session,
): DeviceSession => ({
  id,
  current: id === current.id,
  device: deviceName(userAgent),
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});

/** Serves the user of a session: reading and changing the profile. */
export async function profileRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, getMe, (_, request) => presentUser({ portal, modules }, requireUser(request)));

  serve(app, changeProfile, async ({ body: { name, language } }, request) => {
    const { id, userId } = requireUser(request);
    await updateUser(portal.database, userId, { name, ...(language && { language }) });
    return presentAfresh({ portal, modules }, id);
  });

  serve(app, changeLanguage, async ({ body: { language } }, request) => {
    await updateUser(portal.database, requireUser(request).userId, { language });
  });
}

/** Lists and ends the sessions of the user. A session of another user is answered like one that does not exist. */
export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const recordEnded = (tx: Database, request: FastifyRequest, which: "one" | "others") =>
    recordAct(tx, {
      act: "sessions-ended",
      at: portal.now(),
      actor: actorOf(request),
      subjectId: requireUser(request).userId,
      details: { which },
    });

  serve(app, listSessions, async (_, request) => {
    const current = requireUser(request);
    const rows = await liveSessions(portal.database, current.userId, portal.now());
    return { items: rows.map((row) => presentDeviceSession(row, current)) };
  });

  serve(app, endSession, async ({ params }, request) => {
    const { userId } = requireUser(request);
    await portal.database.transaction(async (tx) => {
      if (!(await endSessionOf(tx, userId, params.id))) throw new ApiError("not-found");
      await recordEnded(tx, request, "one");
    });
  });

  serve(app, endOtherSessions, async (_, request) => {
    const { userId, id } = requireUser(request);
    await portal.database.transaction(async (tx) => {
      await endSessionsOf(tx, userId, id);
      await recordEnded(tx, request, "others");
    });
  });
}
