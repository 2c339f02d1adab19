import { isAdmin } from "../../../../src-shared/active-member.ts";
import type { SecondFactor } from "../../../../src-shared/api/second-factor.ts";
import type { Session } from "../../../http/session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { commandActor, recordAct, type Actor } from "../../../infra/audit/record-act.ts";
import type { Database } from "../../../infra/database/connect.ts";
import type { Portal } from "../../../portal.ts";
import { enqueueSecurityMail } from "../mails/security-mails.ts";
import { endSessionsOf, keepSession } from "../sessions/session-store.ts";
import type { User } from "../schema.ts";
import { lockUser } from "../user-store.ts";
import type { ProvenUser } from "../users.ts";
import { deleteChallengesOf } from "./login-challenge-store.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { countGuess, keyPurpose } from "./require-factor.ts";
import {
  confirmFactor,
  deleteFactor,
  deleteFactorSince,
  endOneFactorSessions,
  findFactor,
  noteProof,
  storePending,
  storeRecoveryHashes,
} from "./second-factor-store.ts";
import { newSecret, stepOf } from "./totp.ts";

const minute = 60_000;
/** How long a new key waits for its first code, in ms. */
const pendingLife = 30 * minute;

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
  });
  if (!stored) throw new ApiError("conflict");
  return secret;
}

/** Returns the step of the first code of a waiting key, or null. Throws `conflict` where none waits. */
async function firstStep(portal: Portal, database: Database, userId: string, code: string) {
  const at = portal.now();
  const factor = await findFactor(database, userId);
  const waits =
    factor && !factor.confirmedAt && at.getTime() - factor.createdAt.getTime() < pendingLife;
  if (!waits) throw new ApiError("conflict");
  const secret = portal.sealer.unseal(keyPurpose(userId), factor.sealedKey);
  return stepOf(secret, code, { at, lastStep: factor.lastStep });
}

/**
 * Turns the waiting key on and returns the recovery codes. The session counts as begun with the factor; the
 * user's other sessions that began with a password alone end, and so do logins under way. Throws
 * `factor-wrong`, and `conflict` where no key waits.
 */
export const confirmKey = (
  portal: Portal,
  { id, userId, factors }: Session,
  { code, actor }: { code: string; actor: Actor },
): Promise<string[]> =>
  countGuess(portal, { userId, actor }, () =>
    portal.database.transaction(async (database) => {
      const user = await lockUser(database, userId);
      if (!user || !(await keepSession(database, id))) throw new ApiError("unauthorized");
      const lastStep = await firstStep(portal, database, userId, code);
      if (lastStep === null) return null;
      const confirmedAt = portal.now();
      const { codes, hashes: recoveryHashes } = newRecoveryCodes(userId);
      if (!(await confirmFactor(database, userId, { confirmedAt, lastStep, recoveryHashes }))) {
        throw new ApiError("conflict");
      }
      await endOneFactorSessions(database, userId, id);
      await noteProof(database, id, {
        factorProvenAt: confirmedAt,
        ...(factors === "password" && { factors: "password+totp" }),
      });
      await recordAct(database, {
        act: "second-factor-added",
        at: confirmedAt,
        actor,
        subjectId: userId,
      });
      if (user.email) {
        const owner = { ...user, email: user.email };
        await enqueueSecurityMail(portal, database, "factor-added", {
          user: owner,
          actor,
          sessionId: id,
        });
      }
      return codes;
    }),
  );

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
 * Turns the factor off and notifies the user. Logins that wait for its code end. Returns false where none
 * was on. Call it in a transaction that has locked the user.
 */
export async function removeFactor(
  portal: Pick<Portal, "database" | "jobs" | "now">,
  user: ProvenUser,
  { actor, sessionId }: { actor: Actor; sessionId: string },
): Promise<boolean> {
  await deleteChallengesOf(portal.database, user.id);
  if (!(await deleteFactor(portal.database, user.id))) return false;
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
 * Turns off the factor of a user who lost it, by a command, and ends all sessions. Returns false where none
 * was on. Mails nothing: a command may run where no jobs are taken.
 */
export async function removeLostFactor(
  { database, now }: Pick<Portal, "database" | "now">,
  userId: string,
): Promise<boolean> {
  await lockUser(database, userId);
  await deleteChallengesOf(database, userId);
  if (!(await deleteFactor(database, userId))) return false;
  await endSessionsOf(database, userId);
  const act = "second-factor-removed";
  await recordAct(database, { act, at: now(), actor: commandActor, subjectId: userId });
  return true;
}
