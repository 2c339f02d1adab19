import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";
import type { ErrorCode } from "#shared/api/errors.ts";
import { completeLogin } from "#shared/api/second-factor.ts";
import {
  login,
  type LoginChallenge,
  type loginSchema,
  logout,
  type SessionAnswer,
} from "#shared/api/sign-in.ts";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import type { Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, desc, eq, gt, inArray, lt, sql } from "#api/infra/database/drizzle.ts";
import { deviceName } from "#api/infra/device-name.ts";
import { dummyHash, verifyPassword } from "#api/infra/passwords/passwords.ts";
import { widestNetwork } from "#api/infra/throttle/networks.ts";
import {
  refundAttempt,
  throttle,
  throttleRecipient,
  verifyPasswordAttempt,
} from "#api/infra/throttle/throttle.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import { refuseWhile } from "#api/modules/flags/module.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { isFactorOn, requireFactor } from "./factor-proof.ts";
import { enqueueSecurityMail } from "./mails.ts";
import { enqueueResetLink } from "./password.ts";
import {
  knownDevices,
  type LoginChallengeRow,
  loginChallenges,
  type SessionFactors,
  sessions,
  type User,
} from "./schema.ts";
import {
  endSessionOf,
  hasSecondFactor,
  loadSession,
  type Presenting,
  presentUser,
  sessionLifeMs,
} from "./sessions.ts";
import { type Accounts, findByAddress, isProven, lockUser } from "./users.ts";

/** Serves login, its second step, and logout. */
export async function signInRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, login, async ({ body }, request) => {
    const { ip, headers } = request;
    await refuseWhile(portal, "loginDisabled");
    const begun = await logIn(portal, body, {
      ip,
      userAgent: headers["user-agent"] ?? "",
      actor: { ...actorOf(request), userId: null },
    });
    return typeof begun === "string"
      ? presentSignIn({ portal, modules }, begun, request.session, "wrong-credentials")
      : begun;
  });

  serve(app, completeLogin, async ({ body }, request) => {
    await refuseWhile(portal, "loginDisabled");
    const token = await completeChallenge(portal, body, actorOf(request));
    return presentSignIn({ portal, modules }, token, request.session, "login-over");
  });

  /** Answers 204 without a session too: there is nothing to end. */
  serve(app, logout, async (_, request) => {
    const { session } = request;
    if (!session) return;
    const { userId, id } = session;
    await portal.database.transaction(async (tx) => {
      if (!(await endSessionOf(tx, userId, id))) return;
      const at = portal.now();
      await recordAct(tx, { act: "logged-out", at, actor: actorOf(request), subjectId: userId });
    });
  });
}

/**
 * Verifies a password and returns the token of a new session, or a challenge where the account has a second
 * factor. Throws `wrong-credentials`, and `address-unproven` after mailing a link that proves the address. An unknown
 * address takes as much time as a known one: the password is verified against a dummy hash.
 */
async function logIn(
  portal: Portal,
  { email, password }: z.infer<typeof loginSchema>,
  { ip, userAgent, actor }: { ip: string; userAgent: string; actor: Actor },
): Promise<string | LoginChallenge> {
  await throttle(portal, "login", ip, email);
  const user = await findByAddress(portal.database, email);
  const matches = await verifyPasswordAttempt(portal, { ip, subject: email }, () =>
    verifyPassword(user?.passwordHash ?? dummyHash, password),
  );
  const at = portal.now();
  if (!user || !matches) {
    const subjectId = user?.id ?? null;
    await recordAct(portal.database, { act: "sign-in-failed", at, actor, subjectId });
    throw new ApiError("wrong-credentials");
  }
  if (!isProven(user)) {
    await throttleRecipient(portal, email, ip);
    await enqueueResetLink(portal, portal.database, email);
    throw new ApiError("address-unproven");
  }
  if (await isFactorOn(portal.database, user.id)) {
    await refundAttempt(portal, "login", ip, email);
    return beginChallenge(portal, user, "password");
  }
  const token = await portal.database.transaction(async (tx) => {
    const begun = await beginSession(portal, tx, user, {
      userAgent,
      ip,
      factors: "password",
    });
    const by = { ...actor, userId: user.id };
    if (begun) await recordAct(tx, { act: "signed-in", at, actor: by, subjectId: user.id });
    return begun;
  });
  if (!token) throw new ApiError("wrong-credentials");
  await refundAttempt(portal, "login", ip, email);
  return token;
}

/** How long a login waits for its code. */
const challengeLifeMs = 10 * minuteMs;
/** After this many codes, all but the last one wrong, the login has to begin again. */
const maxChallengeTries = 5;

/** Returns the challenge of a login with a right password or mailed code. A change of the password ends it. */
export async function beginChallenge(
  { database, now }: Accounts,
  { id: userId, passwordHash }: User,
  by: LoginChallengeRow["by"],
): Promise<LoginChallenge> {
  const challenge = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + challengeLifeMs);
  await database.insert(loginChallenges).values({
    idHash: hashToken(challenge),
    userId,
    verifiedHash: hashToken(passwordHash ?? ""),
    by,
    tries: 0,
    createdAt,
    expiresAt,
  });
  return { challenge, expiresAt: expiresAt.toISOString() };
}

/** Begins the session of a login and returns its token. Throws `factor-wrong`, `login-over`, `too-many-requests`. */
async function completeChallenge(
  portal: Portal,
  { challenge, code }: { challenge: string; code: string },
  actor: Actor,
): Promise<string> {
  const idHash = hashToken(challenge);
  // Counted before the code is verified, so that parallel tries count.
  const { tries, expiresAt } = loginChallenges;
  const [found] = await portal.database
    .update(loginChallenges)
    .set({ tries: sql`${tries} + 1` })
    .where(
      and(
        eq(loginChallenges.idHash, idHash),
        lt(tries, maxChallengeTries),
        gt(expiresAt, portal.now()),
      ),
    )
    .returning();
  if (!found) throw new ApiError("login-over");
  const { userId, verifiedHash, by } = found;
  return requireFactor(portal, { userId, actor, code }, async (database, { user, used }) => {
    const isCurrent = isProven(user) && hashToken(user.passwordHash ?? "") === verifiedHash;
    if (!isCurrent || !(await deleteChallenge(database, idHash))) throw new ApiError("login-over");
    const at = portal.now();
    const device = { userAgent: actor.userAgent ?? "", ip: actor.ip ?? "" };
    const factors = `${by}+${used}` as const;
    const start = { ...device, factors, factorProvenAt: at };
    const signedIn = {
      act: "signed-in",
      at,
      actor: { ...actor, userId },
      subjectId: userId,
    } as const;
    await recordAct(database, { ...signedIn, details: { factors } });
    return beginSessionOfLocked(portal, database, user, start);
  });
}

/** Uses a challenge up. Of two calls at once only one returns true. */
async function deleteChallenge(database: Database, idHash: string): Promise<boolean> {
  const deleted = await database
    .delete(loginChallenges)
    .where(eq(loginChallenges.idHash, idHash))
    .returning({ idHash: loginChallenges.idHash });
  return deleted.length > 0;
}

/** Sessions that one user may have at a time. */
export const maxSessions = 50;

const maxUserAgentLength = 400;

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
  await database.insert(sessions).values({
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
async function beginSessionOfLocked(
  portal: Pick<Portal, "now" | "jobs">,
  tx: Database,
  user: User,
  { userAgent, ip, ...proven }: SessionStart,
): Promise<string> {
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(maxSessions - 1);
  await tx.delete(sessions).where(inArray(sessions.id, surplus));
  await recordLoginDevice(portal, tx, user, { ip, userAgent });
  return createSession({ database: tx, now: portal.now }, user.id, userAgent, proven);
}

/**
 * Begins a session of a user whose password, mailed code or passkey was verified and returns its token. Returns null when
 * the password has been changed since, and when the account has a second factor that was not proven. Mails the user
 * about a device that is new.
 */
export async function beginSession(
  portal: Pick<Portal, "now" | "jobs">,
  tx: Database,
  verified: User,
  start: SessionStart,
): Promise<string | null> {
  const user = await lockUser(tx, verified.id);
  if (user?.passwordHash !== verified.passwordHash) return null;
  if (!hasSecondFactor(start.factors) && (await isFactorOn(tx, user.id))) return null;
  return beginSessionOfLocked(portal, tx, user, start);
}

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

/** How long a device stays known after a login: twice as long as a session lasts. */
const knownForMs = 180 * dayMs;

/** Devices that are known of one user at most. */
const maxDevices = 50;

/** A login: where it came from. */
type LoginOrigin = { ip: string; userAgent: string };

/** Returns the hash by which a device is known, without a token that could be copied (decision 0037). */
const hashOf = (userId: string, { ip, userAgent }: LoginOrigin) =>
  hashToken(JSON.stringify([userId, deviceName(userAgent), widestNetwork(ip)]));

/**
 * Stores the device of a login, of a user's last used 50, and mails the user about a new one; the first login is none.
 * Call it with the user locked.
 */
export async function recordLoginDevice(
  portal: Pick<Portal, "now" | "jobs">,
  tx: Database,
  user: User,
  from: LoginOrigin,
): Promise<void> {
  const at = portal.now();
  const ofUser = eq(knownDevices.userId, user.id);
  const rows = await tx
    .select({ hash: knownDevices.deviceHash, until: knownDevices.knownUntil })
    .from(knownDevices)
    .where(ofUser);
  const deviceHash = hashOf(user.id, from);
  const known = rows.find(({ hash }) => hash === deviceHash);
  const isNew = rows.length > 0 && (known?.until ?? at) <= at;
  const lastUse = { lastUsedAt: at, knownUntil: new Date(at.getTime() + knownForMs) };
  await tx
    .insert(knownDevices)
    .values({ userId: user.id, deviceHash, firstUsedAt: at, ...lastUse })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: lastUse,
    });
  const surplus = tx
    .select({ hash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(ofUser)
    .orderBy(desc(knownDevices.lastUsedAt), sql`${knownDevices.deviceHash}`)
    .offset(maxDevices);
  await tx.delete(knownDevices).where(and(ofUser, inArray(knownDevices.deviceHash, surplus)));
  if (!isNew || !isProven(user)) return;
  const by = { user, actor: from, sessionId: null };
  await enqueueSecurityMail(portal, tx, "new-device", by);
}
