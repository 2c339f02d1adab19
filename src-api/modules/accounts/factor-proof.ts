import { randomInt } from "node:crypto";
import { verifySync } from "otplib";
import { minuteMs } from "#shared/durations.ts";
import type { Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { type Actor, commandActor, recordAct } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { and, arrayContains, eq, isNotNull, lt, sql } from "#api/infra/database/drizzle.ts";
import { refundAttempt, throttle } from "#api/infra/throttle/throttle.ts";
import { hashToken } from "#api/infra/tokens.ts";
import type { Portal } from "#api/portal.ts";
import { deleteEnrolmentCodes, deleteToken, insertToken, tokenFor } from "./mailed-proofs.ts";
import { enqueueSecurityMail } from "./mails.ts";
import {
  type SecondFactorRow,
  secondFactors,
  type SessionRow,
  sessions,
  type User,
} from "./schema.ts";
import { hasSecondFactor, renewToken, requiresFactor } from "./sessions.ts";
import { lockUser, type ProvenUser } from "./users.ts";

/** How long a session may do dangerous acts after it proved a factor. */
const proofLifeMs = 5 * minuteMs;

/** What a key is sealed for: it does not open in the row of another user. */
export const keyPurpose = (userId: string): string => `second-factor:${userId}`;

/** Names an account in the counters of wrong codes, which are apart from those of wrong passwords. */
const subjectOf = (userId: string): string => `second-factor:${userId}`;

/** Removes what people type or paste between the digits. */
const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, "");

/** A code that was entered, and by whom. */
type EnteredCode = { userId: string; code: string; actor: Actor };

type Used = "totp" | "recovery";

/** Uses up a code of the app or a recovery code, and records the latter; returns which of them it was, or null. */
async function consumeCode(
  { sealer, now }: Pick<Portal, "sealer" | "now">,
  database: Database,
  { userId, code, actor }: EnteredCode,
): Promise<Used | null> {
  const factor = await findFactor(database, userId);
  if (!factor?.confirmedAt) return null;
  const hash = hashSpelledCode(userId, code);
  if (hash) {
    const { recoveryHashes } = secondFactors;
    const codes = await database
      .update(secondFactors)
      .set({ recoveryHashes: sql`array_remove(${recoveryHashes}, ${hash})` })
      .where(and(ofUser(userId), isOn, arrayContains(recoveryHashes, [hash])))
      .returning({ userId: secondFactors.userId });
    if (codes.length === 0) return null;
    const used = { act: "recovery-code-used", at: now(), actor: { ...actor, userId } } as const;
    await recordAct(database, { ...used, subjectId: userId });
    return "recovery";
  }
  const digits = digitsOf(code);
  if (!/^\d{6}$/.test(digits)) return null;
  const secret = sealer.unseal(keyPurpose(userId), factor.sealedKey);
  const step = stepOf(secret, digits, { at: now(), lastStep: factor.lastStep });
  if (step === null) return null;
  // With the step all before it are used up, too.
  const steps = await database
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(ofUser(userId), isOn, lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return steps.length > 0 ? "totp" : null;
}

const wrongCode = () => new ApiError("factor-wrong", { fields: { code: "factor-wrong" } });

/** Counts a try before its code is verified, and forgives it when the code was right; records a wrong one. */
export async function withRateLimit<Result>(
  portal: Portal,
  { userId, actor }: Pick<EnteredCode, "userId" | "actor">,
  verify: () => Promise<Result | null>,
): Promise<Result> {
  const subject = subjectOf(userId);
  const ip = actor.ip ?? "";
  await throttle(portal, "second-factor", ip, subject);
  const result = await verify();
  if (result === null) {
    const act = "second-factor-failed";
    await recordAct(portal.database, { act, at: portal.now(), actor, subjectId: userId });
    throw wrongCode();
  }
  await refundAttempt(portal, "second-factor", ip, subject);
  return result;
}

/**
 * Verifies a code of the second factor, uses it up, and runs the work that it was asked for in the same
 * transaction, with the user locked. Throws `factor-wrong` for the field `code`, and `too-many-requests`
 * after too many wrong codes of this account: they count whichever login or session they belong to.
 */
export const requireFactor = <Result extends {}>(
  portal: Portal,
  entered: EnteredCode,
  work: (database: Database, verified: { user: User; used: Used }) => Promise<Result>,
): Promise<Result> =>
  withRateLimit(portal, entered, () =>
    portal.database.transaction(async (database) => {
      const user = await lockUser(database, entered.userId);
      const used = user && (await consumeCode(portal, database, entered));
      return used && work(database, { user, used });
    }),
  );

/** Proves a factor in a session for five minutes. Returns its new token. Throws `factor-wrong`, `too-many-requests`. */
export const proveInSession = (
  portal: Portal,
  session: Session,
  { code, actor }: { code: string; actor: Actor },
): Promise<string> =>
  withRateLimit(portal, { userId: session.userId, actor }, () =>
    portal.database.transaction(async (database) => {
      const { userId } = session;
      const at = portal.now();
      if (!(await lockUser(database, userId))) throw new ApiError("unauthorized");
      const used = await consumeCode(portal, database, { userId, code, actor });
      if (!used) {
        if (!(await consumeEnrolmentCode(database, { userId, code }, at))) return null;
        const act = "enrolment-code-used";
        await recordAct(database, { act, at, actor, subjectId: userId });
      }
      await recordFactorProof(database, session.id, { factorProvenAt: at });
      return renewToken(database, session);
    }),
  );

/** What a session is about to do: to change the factors of its user, or something else that is dangerous. */
export type DangerousAct = "change-factors" | "other";

/**
 * The rule of what a session has to have proven within five minutes, besides the password
 * (docs/decisions/0036-second-factor.md). Where one-time passwords are on: a factor, for every dangerous act; else
 * `factor-needed`. Where a factor is required of the user: a factor, or an enrolment code, for changing the factors,
 * and in a session that began with one factor alone for every dangerous act, whatever the account has; else
 * `enrolment-code-needed`.
 *
 * @param allowedAt when the five minutes have to reach to: now, or when an act under way was allowed
 */
export async function requireFreshProof(
  { now, config }: Pick<Portal, "now" | "config">,
  database: Database,
  { session, user, act }: { session: Pick<Session, "id">; user: User; act: DangerousAct },
  allowedAt = now(),
): Promise<void> {
  const { provenAt, factors, isOn } = await findProof(database, session.id);
  if (provenAt && provenAt.getTime() > allowedAt.getTime() - proofLifeMs) return;
  if (isOn) throw new ApiError("factor-needed");
  const needsProof = act === "change-factors" || !hasSecondFactor(factors);
  if (needsProof && requiresFactor(config, user)) throw new ApiError("enrolment-code-needed");
}

export const isOn = isNotNull(secondFactors.confirmedAt);

export const ofUser = (userId: string) => eq(secondFactors.userId, userId);

export async function findFactor(
  database: Database,
  userId: string,
): Promise<SecondFactorRow | undefined> {
  const [row] = await database.select().from(secondFactors).where(ofUser(userId));
  return row;
}

export const isFactorOn = async (database: Database, userId: string): Promise<boolean> =>
  (await database.$count(secondFactors, and(ofUser(userId), isOn))) > 0;

/** Records that a session has proven the factor, and with what it counts as begun from now on. */
export async function recordFactorProof(
  database: Database,
  sessionId: string,
  changes: Partial<Pick<SessionRow, "factors" | "factorProvenAt">>,
): Promise<void> {
  await database.update(sessions).set(changes).where(eq(sessions.id, sessionId));
}

/** Returns how a session began, when it last proved a factor, and whether one-time passwords are on in its user's account. */
async function findProof(
  database: Database,
  sessionId: string,
): Promise<{ factors: SessionRow["factors"]; provenAt: Date | null; isOn: boolean }> {
  const { factors, factorProvenAt: provenAt } = sessions;
  const [found] = await database
    .select({ factors, provenAt, confirmedAt: secondFactors.confirmedAt })
    .from(sessions)
    .leftJoin(secondFactors, eq(secondFactors.userId, sessions.userId))
    .where(eq(sessions.id, sessionId));
  return {
    factors: found?.factors ?? "password",
    provenAt: found?.provenAt ?? null,
    isOn: Boolean(found?.confirmedAt),
  };
}

/** Seconds of a step: a code is valid for one, and accepted in the steps before and after. */
const stepSeconds = 30;

/** Returns the step of a code, or a neighbour's (RFC 6238, 5.2), after `lastStep`; else null. */
export function stepOf(
  secret: string,
  code: string,
  { at, lastStep }: { at: Date; lastStep: number },
): number | null {
  const epoch = Math.floor(at.getTime() / 1000);
  const result = verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: stepSeconds,
    afterTimeStep: lastStep,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

const count = 10;
/** Letters and digits that are not mistaken for each other (Crockford's Base32): 16 of them have 80 bits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const shape = /^[0-9A-Z]{16}$/;

const randomText = () =>
  Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join("");

const normalise = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** Returns the hash that is stored of a code, or null for what cannot be one. Differs between users. */
function hashSpelledCode(userId: string, code: string): string | null {
  const text = normalise(code);
  return shape.test(text) ? hashToken(`${userId}:${text}`) : null;
}

/** Returns a new code such as "7KQ2-9WXM-3HTA-V5CD", and its hash. */
function newSpelledCode(userId: string): { code: string; hash: string } {
  const text = randomText();
  return { code: text.replaceAll(/(.{4})(?=.)/g, "$1-"), hash: hashToken(`${userId}:${text}`) };
}

export function newRecoveryCodes(userId: string): { codes: string[]; hashes: string[] } {
  const made = Array.from({ length: count }, () => newSpelledCode(userId));
  return { codes: made.map(({ code }) => code), hashes: made.map(({ hash }) => hash) };
}

const purpose = "enrol-factor";

/**
 * Returns a new enrolment code of a user, which works once, for an hour, in place of a factor where one has to be
 * proven (docs/decisions/0036-second-factor.md). Earlier ones end. Records it, and mails the user where the portal runs:
 * without its jobs nothing is mailed.
 */
export async function issueEnrolmentCode(
  { now, jobs }: Pick<Portal, "now"> & Partial<Pick<Portal, "jobs">>,
  tx: Database,
  user: ProvenUser,
): Promise<string> {
  await lockUser(tx, user.id);
  await deleteEnrolmentCodes(tx, user.id);
  const { code, hash } = newSpelledCode(user.id);
  const { row } = tokenFor(purpose, { userId: user.id, email: user.email }, now());
  await insertToken(tx, { ...row, tokenHash: hash });
  const act = "enrolment-code-issued";
  await recordAct(tx, { act, at: now(), actor: commandActor, subjectId: user.id });
  if (jobs) {
    const by = { user, actor: commandActor, sessionId: null };
    await enqueueSecurityMail({ jobs, now }, tx, act, by);
  }
  return code;
}

/** Uses up an enrolment code of a user. Returns false for a text that is none, and for one that is over. */
async function consumeEnrolmentCode(
  database: Database,
  { userId, code }: { userId: string; code: string },
  at: Date,
): Promise<boolean> {
  const tokenHash = hashSpelledCode(userId, code);
  const found = tokenHash && (await deleteToken(database, { tokenHash, purpose }));
  return Boolean(found && found.expiresAt > at);
}
