import type { FastifyInstance, FastifyRequest } from "fastify";
import { generateSecret, generateURI } from "otplib";
import {
  beginEnrolment,
  confirmEnrolment,
  type Enrolment,
  getSecondFactor,
  proveFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from "#shared/api/second-factor.ts";
import { minuteMs } from "#shared/durations.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser, type Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import {
  and,
  arrayContains,
  eq,
  inArray,
  isNull,
  like,
  ne,
  or,
  sql,
} from "#api/infra/database/drizzle.ts";
import type { Portal } from "#api/portal.ts";
import {
  findFactor,
  isOn,
  keyPurpose,
  newRecoveryCodes,
  ofUser,
  proveInSession,
  recordFactorProof,
  requireFreshProof,
  stepOf,
  withRateLimit,
} from "./factor-proof.ts";
import { enqueueSecurityMail } from "./mails.ts";
import { deletePasskeysOf } from "./passkeys.ts";
import { requirePassword } from "./password.ts";
import { passkeys, secondFactors, sessions, type User, users } from "./schema.ts";
import {
  deleteChallengesOf,
  lockSession,
  renewToken,
  requiresFactor,
  singleFactors,
} from "./sessions.ts";
import { isProven, lockUser, type ProvenUser } from "./users.ts";

/** Serves the second factor of the signed-in user. */
export async function secondFactorRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const confirm = (request: FastifyRequest, password: string) => {
    const session = requireUser(request);
    const act = "change-factors";
    return requirePassword(portal, { session, ip: request.ip, password, field: "password", act });
  };

  serve(app, getSecondFactor, async (_, request) =>
    factorState(portal.database, requireUser(request).userId),
  );

  serve(app, beginEnrolment, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const secret = await act((tx) => storeNewKey(portal, tx, user.id));
    return presentSecret(secret, { issuer: portal.brand.name, email: user.email });
  });

  serve(app, confirmEnrolment, async ({ body: { code } }, request) =>
    confirmKey(portal, requireUser(request), { code, actor: actorOf(request) }),
  );

  serve(app, renewRecoveryCodes, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const session = requireUser(request);
    const by = { actor: actorOf(request), sessionId: session.id };
    return act(async (tx) => ({
      recoveryCodes: await renewCodes(portal, tx, user, by),
      token: await renewToken(tx, session),
    }));
  });

  serve(app, removeSecondFactor, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const session = requireUser(request);
    const by = { actor: actorOf(request), sessionId: session.id };
    return act(async (tx) => {
      await removeFactor(portal, tx, user, by);
      return { token: await renewToken(tx, session) };
    });
  });

  serve(app, proveFactor, async ({ body: { code } }, request) => {
    const session = requireUser(request);
    return { token: await proveInSession(portal, session, { code, actor: actorOf(request) }) };
  });
}

/** How long a new key waits for its first code. */
const pendingLifeMs = 30 * minuteMs;

/** Returns the state of a user's second factor; a key that waits for its first code does not count. */
export async function factorState(database: Database, userId: string): Promise<SecondFactor> {
  const factor = await findFactor(database, userId);
  return {
    since: factor?.confirmedAt?.toISOString() ?? null,
    recoveryCodesLeft: factor?.recoveryHashes.length ?? 0,
  };
}

/** Stores a new key, which waits for its first code, and returns it. Throws `conflict` where a factor is on. */
async function storeNewKey(
  { sealer, now }: Pick<Portal, "sealer" | "now">,
  tx: Database,
  userId: string,
): Promise<string> {
  const secret = generateSecret();
  const key = {
    userId,
    sealedKey: sealer.seal(keyPurpose(userId), secret),
    lastStep: 0,
    recoveryHashes: [],
    createdAt: now(),
    confirmedAt: null,
    byPasswordAlone: true,
  };
  const stored = await tx
    .insert(secondFactors)
    .values(key)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: key,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId });
  if (stored.length === 0) throw new ApiError("conflict");
  return secret;
}

/** Returns the key that waits for its first code. Throws `conflict` where none waits. */
async function requireWaiting(portal: Portal, database: Database, userId: string) {
  const factor = await findFactor(database, userId);
  const age = factor && portal.now().getTime() - factor.createdAt.getTime();
  if (!factor || factor.confirmedAt || Number(age) >= pendingLifeMs) throw new ApiError("conflict");
  return factor;
}

/** What an act of a session on its factors answers: the token of the session is another one from then on. */
type Renewed = { token: string };

/**
 * Turns the waiting key on and returns the recovery codes. The session counts as begun with the factor; the
 * user's other sessions that began with one factor alone end, and so do logins under way. Throws
 * `factor-wrong`, `conflict` where no key waits, and what `requireFreshProof` does for the time when the key was made:
 * that may have been before a factor was required of the user.
 */
const confirmKey = (
  portal: Portal,
  session: Session,
  { code, actor }: { code: string; actor: Actor },
): Promise<Renewed & { recoveryCodes: string[] }> =>
  withRateLimit(portal, { userId: session.userId, actor }, () =>
    portal.database.transaction(async (database) => {
      const user = await lockUser(database, session.userId);
      const isIn = await lockSession(database, session);
      if (!user || !isProven(user) || !isIn) throw new ApiError("unauthorized");
      const key = await requireWaiting(portal, database, user.id);
      const changing = { session, user, act: "change-factors" } as const;
      await requireFreshProof(portal, database, changing, key.createdAt);
      const secret = portal.sealer.unseal(keyPurpose(user.id), key.sealedKey);
      const lastStep = stepOf(secret, code, { at: portal.now(), lastStep: key.lastStep });
      if (lastStep === null) return null;
      const recoveryCodes = await turnOn(portal, database, user, { session, lastStep });
      const act = "second-factor-added";
      await recordAct(database, { act, at: portal.now(), actor, subjectId: user.id });
      const doing = { user, actor, sessionId: session.id };
      await enqueueSecurityMail(portal, database, "factor-added", doing);
      return { recoveryCodes, token: await renewToken(database, session) };
    }),
  );

/** Stores that the key of a user is on, proven by this session; returns the recovery codes. Throws `conflict`. */
async function turnOn(
  { now, config }: Pick<Portal, "now" | "config">,
  tx: Database,
  user: User,
  { session, lastStep }: { session: Session; lastStep: number },
): Promise<string[]> {
  const { id: userId } = user;
  const confirmedAt = now();
  const { codes, hashes: recoveryHashes } = newRecoveryCodes(userId);
  const byPasswordAlone = !requiresFactor(config, user);
  const confirmed = await tx
    .update(secondFactors)
    .set({ confirmedAt, lastStep, recoveryHashes, byPasswordAlone })
    .where(and(ofUser(userId), isNull(secondFactors.confirmedAt)))
    .returning({ userId: secondFactors.userId });
  if (confirmed.length === 0) throw new ApiError("conflict");
  const { id, factors } = sessions;
  const single = singleFactors.find((factor) => factor === session.factors);
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), inArray(factors, singleFactors), ne(id, session.id)));
  await recordFactorProof(tx, session.id, {
    factorProvenAt: confirmedAt,
    ...(single && { factors: `${single}+totp` as const }),
  });
  return codes;
}

/** Replaces the recovery codes, notifies the user, and returns the new ones. Throws `conflict` where no factor is on. */
async function renewCodes(
  portal: Pick<Portal, "jobs" | "now">,
  tx: Database,
  user: ProvenUser,
  { actor, sessionId }: { actor: Actor; sessionId: string },
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(user.id);
  const stored = await tx
    .update(secondFactors)
    .set({ recoveryHashes: hashes })
    .where(and(ofUser(user.id), isOn))
    .returning({ userId: secondFactors.userId });
  if (stored.length === 0) throw new ApiError("conflict");
  const act = "recovery-codes-renewed";
  await recordAct(tx, { act, at: portal.now(), actor, subjectId: user.id });
  await enqueueSecurityMail(portal, tx, act, { user, actor, sessionId });
  return codes;
}

/**
 * Turns the factor off and notifies the user. Logins that wait for its code end, and so do the other sessions that
 * began with it. Returns false where none was on. Call it in a transaction that has locked the user.
 */
async function removeFactor(
  portal: Pick<Portal, "jobs" | "now">,
  tx: Database,
  user: ProvenUser,
  { actor, sessionId }: { actor: Actor; sessionId: string },
): Promise<boolean> {
  await deleteChallengesOf(tx, user.id);
  if (!(await deleteFactor(tx, user.id, sessionId))) return false;
  const act = "second-factor-removed";
  await recordAct(tx, { act, at: portal.now(), actor, subjectId: user.id });
  await enqueueSecurityMail(portal, tx, "factor-removed", { user, actor, sessionId });
  return true;
}

/**
 * Removes the key, the recovery codes and the passkeys of a user, by a command, and ends the sessions that began with
 * them. Returns false where there was none of them. Mails nothing: a command may run where no jobs are taken.
 */
export async function removeAllFactors(
  { now }: Pick<Portal, "now">,
  tx: Database,
  userId: string,
): Promise<boolean> {
  await lockUser(tx, userId);
  await deleteChallengesOf(tx, userId);
  const by = { at: now(), actor: commandActor, subjectId: userId };
  const hadKey = await deleteFactor(tx, userId, null);
  if (hadKey) await recordAct(tx, { act: "second-factor-removed", ...by });
  const removed = await deletePasskeysOf(tx, userId);
  for (let i = 0; i < removed; i += 1) await recordAct(tx, { act: "passkey-removed", ...by });
  return hadKey || removed > 0;
}

/**
 * Removes all factors of the admins who have one that was added by the password alone, while none was required of them:
 * a thief may have added it. Returns how many admins have lost theirs. Call it at a start that requires a factor.
 */
export async function removeUnprovenFactors(
  services: Pick<Portal, "database" | "now">,
): Promise<number> {
  const ofKeys = services.database
    .select({ id: secondFactors.userId })
    .from(secondFactors)
    .where(eq(secondFactors.byPasswordAlone, true));
  const ofPasskeys = services.database
    .select({ id: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.byPasswordAlone, true));
  const admins = await services.database
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        arrayContains(users.roles, ["ROLE_ADMIN"]),
        or(inArray(users.id, ofKeys), inArray(users.id, ofPasskeys)),
      ),
    );
  for (const { id } of admins) {
    await services.database.transaction((tx) => removeAllFactors(services, tx, id));
  }
  return admins.length;
}

/** Returns a text as the SVG path of a QR code. */
async function drawQr(text: string): Promise<Enrolment["picture"]> {
  const { create } = await import("qrcode");
  const { modules } = create(text, {});
  const { size } = modules;
  const dark = [...modules.data.keys()].filter((i) => modules.data[i]);
  return { size, path: dark.map((i) => `M${i % size} ${Math.floor(i / size)}h1v1h-1z`).join("") };
}

/** Returns a key as authenticator apps take it: as text, as address and as QR code. */
async function presentSecret(
  secret: string,
  { issuer, email }: { issuer: string; email: string },
): Promise<Enrolment> {
  const uri = generateURI({ issuer, label: email, secret });
  return { secret, uri, picture: await drawQr(uri) };
}

/**
 * Deletes the key, also one that waits for its first code, and ends the sessions that began with its codes. The one to
 * be kept counts as begun with the other factor alone. Returns whether the key was on.
 */
async function deleteFactor(
  database: Database,
  userId: string,
  remainingSession: string | null,
): Promise<boolean> {
  const { confirmedAt } = secondFactors;
  const deleted = await database
    .delete(secondFactors)
    .where(ofUser(userId))
    .returning({ confirmedAt });
  const begunWithCode = and(
    eq(sessions.userId, userId),
    or(like(sessions.factors, "password+%"), like(sessions.factors, "mail+%")),
  );
  if (remainingSession) {
    await database
      .update(sessions)
      .set({ factors: sql`split_part(${sessions.factors}, '+', 1)` })
      .where(and(begunWithCode, eq(sessions.id, remainingSession)));
  }
  await database.delete(sessions).where(begunWithCode);
  return deleted.some((row) => row.confirmedAt !== null);
}
