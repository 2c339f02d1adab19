import { isAdmin } from "#shared/active-member.ts";
import type { SecondFactor } from "#shared/api/second-factor.ts";
import { minuteMs } from "#shared/durations.ts";
import type { Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { commandActor, recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal } from "#api/portal.ts";
import { enqueueSecurityMail } from "../mails/security-mails.ts";
import { deletePasskeysOf } from "../passkeys/passkey-store.ts";
import { requiresFactor } from "../sessions/session-factors.ts";
import { keepSession, renewToken } from "../sessions/session-store.ts";
import type { User } from "../schema.ts";
import { lockUser } from "../user-store.ts";
import { isProven, type ProvenUser } from "../users.ts";
import { deleteChallengesOf } from "./login-challenge-store.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { countGuess, keyPurpose, requireFreshProof } from "./require-factor.ts";
import {
  confirmFactor,
  deleteFactor,
  deleteFactorSince,
  endOneFactorSessions,
  findAdminsByPasswordAlone,
  findFactor,
  noteProof,
  storePending,
  storeRecoveryHashes,
} from "./second-factor-store.ts";
import { newSecret, stepOf } from "./totp.ts";

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
export async function storeNewKey(
  { database, sealer, now }: Pick<Portal, "database" | "sealer" | "now">,
  userId: string,
): Promise<string> {
  const secret = newSecret();
  const stored = await storePending(database, {
    userId,
    sealedKey: sealer.seal(keyPurpose(userId), secret),
    lastStep: 0,
    recoveryHashes: [],
    createdAt: now(),
    confirmedAt: null,
    byPasswordAlone: true,
  });
  if (!stored) throw new ApiError("conflict");
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
 * user's other sessions that began with a password alone end, and so do logins under way. Throws
 * `factor-wrong`, `conflict` where no key waits, and what `requireFreshProof` does for the time when the key was made:
 * that may have been before a factor was required of the user.
 */
export const confirmKey = (
  portal: Portal,
  session: Session,
  { code, actor }: { code: string; actor: Actor },
): Promise<Renewed & { recoveryCodes: string[] }> =>
  countGuess(portal, { userId: session.userId, actor }, () =>
    portal.database.transaction(async (database) => {
      const user = await lockUser(database, session.userId);
      const isIn = await keepSession(database, session);
      if (!user || !isProven(user) || !isIn) throw new ApiError("unauthorized");
      const key = await requireWaiting(portal, database, user.id);
      const changing = { session, user, act: "change-factors" } as const;
      await requireFreshProof({ ...portal, database }, changing, key.createdAt);
      const secret = portal.sealer.unseal(keyPurpose(user.id), key.sealedKey);
      const lastStep = stepOf(secret, code, { at: portal.now(), lastStep: key.lastStep });
      if (lastStep === null) return null;
      const recoveryCodes = await turnOn({ ...portal, database }, user, { session, lastStep });
      const act = "second-factor-added";
      await recordAct(database, { act, at: portal.now(), actor, subjectId: user.id });
      const doing = { user, actor, sessionId: session.id };
      await enqueueSecurityMail(portal, database, "factor-added", doing);
      return { recoveryCodes, token: await renewToken(database, session) };
    }),
  );

/** Stores that the key of a user is on, proven by this session; returns the recovery codes. Throws `conflict`. */
async function turnOn(
  { database, now, config }: Pick<Portal, "database" | "now" | "config">,
  user: User,
  { session, lastStep }: { session: Session; lastStep: number },
): Promise<string[]> {
  const { id: userId } = user;
  const confirmedAt = now();
  const { codes, hashes: recoveryHashes } = newRecoveryCodes(userId);
  const byPasswordAlone = !requiresFactor(config, user);
  const changes = { confirmedAt, lastStep, recoveryHashes, byPasswordAlone };
  if (!(await confirmFactor(database, userId, changes))) throw new ApiError("conflict");
  await endOneFactorSessions(database, userId, session.id);
  await noteProof(database, session.id, {
    factorProvenAt: confirmedAt,
    ...(session.factors === "password" && { factors: "password+totp" }),
  });
  return codes;
}

/** Replaces the recovery codes, notifies the user, and returns the new ones. Throws `conflict` where no factor is on. */
export async function renewCodes(
  portal: Pick<Portal, "database" | "jobs" | "now">,
  user: ProvenUser,
  { actor, sessionId }: { actor: Actor; sessionId: string },
): Promise<string[]> {
  const { database, now } = portal;
  const { codes, hashes } = newRecoveryCodes(user.id);
  if (!(await storeRecoveryHashes(database, user.id, hashes))) throw new ApiError("conflict");
  const act = "recovery-codes-renewed";
  await recordAct(database, { act, at: now(), actor, subjectId: user.id });
  await enqueueSecurityMail(portal, database, act, { user, actor, sessionId });
  return codes;
}

/**
 * Turns the factor off and notifies the user. Logins that wait for its code end, and so do the other sessions that
 * began with it. Returns false where none was on. Call it in a transaction that has locked the user.
 */
export async function removeFactor(
  portal: Pick<Portal, "database" | "jobs" | "now">,
  user: ProvenUser,
  { actor, sessionId }: { actor: Actor; sessionId: string },
): Promise<boolean> {
  await deleteChallengesOf(portal.database, user.id);
  if (!(await deleteFactor(portal.database, user.id, sessionId))) return false;
  const act = "second-factor-removed";
  await recordAct(portal.database, { act, at: portal.now(), actor, subjectId: user.id });
  await enqueueSecurityMail(portal, portal.database, "factor-removed", { user, actor, sessionId });
  return true;
}

/**
 * Turns off a factor that somebody else may have turned on, who was in the account since then: its owner could
 * not log in any more. One that was on before stays, as whoever reads the owner's mails must not get around it.
 * An admin's always stays: a command turns it off, and nothing that is mailed.
 */
export async function removeForeignFactor(
  database: Database,
  user: Pick<User, "id" | "roles">,
  { since, at, actor }: { since: Date; at: Date; actor: Actor },
): Promise<void> {
  if (isAdmin(user) || !(await deleteFactorSince(database, user.id, since))) return;
  await recordAct(database, { act: "second-factor-removed", at, actor, subjectId: user.id });
}

/**
 * Removes the key, the recovery codes and the passkeys of a user, by a command, and ends the sessions that began with
 * them. Returns false where there was none of them. Mails nothing: a command may run where no jobs are taken.
 */
export async function removeAllFactors(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
): Promise<boolean> {
  await lockUser(database, userId);
  await deleteChallengesOf(database, userId);
  const by = { at: now(), actor: commandActor, subjectId: userId };
  const hadKey = await deleteFactor(database, userId, null);
  if (hadKey) await recordAct(database, { act: "second-factor-removed", ...by });
  const passkeys = await deletePasskeysOf(database, userId);
  for (let i = 0; i < passkeys; i += 1)
    await recordAct(database, { act: "passkey-removed", ...by });
  return hadKey || passkeys > 0;
}

/**
 * Removes all factors of the admins who have one that was added by the password alone, while none was required of them:
 * a thief may have added it. Returns how many admins have lost theirs. Call it at a start that requires a factor.
 */
export async function removeUnprovenFactors(
  ground: Pick<Portal, "database" | "now">,
): Promise<number> {
  const ids = await findAdminsByPasswordAlone(ground.database);
  for (const id of ids) {
    await ground.database.transaction((database) => removeAllFactors({ ...ground, database }, id));
  }
  return ids.length;
}
