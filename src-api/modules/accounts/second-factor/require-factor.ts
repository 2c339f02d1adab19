import { minuteMs } from "#shared/durations.ts";
import type { Session } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { forgiveTry, throttle } from "#api/infra/throttle/throttle.ts";
import type { Portal } from "#api/portal.ts";
import type { User } from "../schema.ts";
import {
  hasSecondFactor,
  type SessionFactors,
  requiresFactor,
} from "../sessions/session-factors.ts";
import { renewToken } from "../sessions/session-store.ts";
import { lockUser } from "../user-store.ts";
import { consumeEnrolmentCode } from "./enrolment-codes.ts";
import { hashSpelledCode } from "./recovery-codes.ts";
import {
  consumeRecoveryHash,
  consumeStep,
  findFactor,
  findProof,
  noteProof,
} from "./second-factor-store.ts";
import { stepOf } from "./totp.ts";

/** How long a session may do dangerous acts after it proved a factor. */
const proofLifeMs = 5 * minuteMs;

/** What a key is sealed for: it does not open in the row of another user. */
export const keyPurpose = (userId: string): string => `second-factor:${userId}`;

/** Names an account in the counters of wrong codes, which are apart from those of wrong passwords. */
const subjectOf = (userId: string): string => `second-factor:${userId}`;

/** Removes what people type or paste between the digits. */
const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, "");

/** A code that was entered, and by whom. */
type Entered = { userId: string; code: string; actor: Actor };

type Used = Extract<SessionFactors, "password+totp" | "password+recovery">;

/** Uses up a code of the app or a recovery code, and records the latter; returns which of them it was, or null. */
async function consumeCode(
  { sealer, now }: Pick<Portal, "sealer" | "now">,
  database: Database,
  { userId, code, actor }: Entered,
): Promise<Used | null> {
  const factor = await findFactor(database, userId);
  if (!factor?.confirmedAt) return null;
  const hash = hashSpelledCode(userId, code);
  if (hash) {
    if (!(await consumeRecoveryHash(database, userId, hash))) return null;
    const used = { act: "recovery-code-used", at: now(), actor: { ...actor, userId } } as const;
    await recordAct(database, { ...used, subjectId: userId });
    return "password+recovery";
  }
  const digits = digitsOf(code);
  if (!/^\d{6}$/.test(digits)) return null;
  const secret = sealer.unseal(keyPurpose(userId), factor.sealedKey);
  const step = stepOf(secret, digits, { at: now(), lastStep: factor.lastStep });
  if (step === null || !(await consumeStep(database, userId, step))) return null;
  return "password+totp";
}

const wrongCode = () => new ApiError("factor-wrong", { fields: { code: "factor-wrong" } });

/** Counts a try before its code is verified, and forgives it when the code was right; records a wrong one. */
export async function countGuess<Result>(
  portal: Portal,
  { userId, actor }: Pick<Entered, "userId" | "actor">,
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
  await forgiveTry(portal, "second-factor", ip, subject);
  return result;
}

/**
 * Verifies a code of the second factor, uses it up, and runs the work that it was asked for in the same
 * transaction, with the user locked. Throws `factor-wrong` for the field `code`, and `too-many-requests`
 * after too many wrong codes of this account: they count whichever login or session they belong to.
 */
export const requireFactor = <Result extends {}>(
  portal: Portal,
  entered: Entered,
  work: (database: Database, verified: { user: User; factors: Used }) => Promise<Result>,
): Promise<Result> =>
  countGuess(portal, entered, () =>
    portal.database.transaction(async (database) => {
      const user = await lockUser(database, entered.userId);
      const factors = user && (await consumeCode(portal, database, entered));
      return factors && work(database, { user, factors });
    }),
  );

/** Proves a factor in a session for five minutes. Returns its new token. Throws `factor-wrong`, `too-many-requests`. */
export const proveInSession = (
  portal: Portal,
  session: Session,
  { code, actor }: { code: string; actor: Actor },
): Promise<string> =>
  countGuess(portal, { userId: session.userId, actor }, () =>
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
      await noteProof(database, session.id, { factorProvenAt: at });
      return renewToken(database, session);
    }),
  );

/** What a session is about to do: to change the factors of its user, or something else that is dangerous. */
export type DangerousAct = "change-factors" | "other";

/**
 * The rule of what a session has to have proven within five minutes, besides the password
 * (docs/decisions/0036-second-factor.md). Where one-time passwords are on: a factor, for every dangerous act; else
 * `factor-needed`. Where a factor is required of the user: a factor, or an enrolment code, for changing the factors,
 * and in a session that began with the password alone for every dangerous act, whatever the account has; else
 * `enrolment-code-needed`.
 *
 * @param allowedAt when the five minutes have to reach to: now, or when an act under way was allowed
 */
export async function requireFreshProof(
  { database, now, config }: Pick<Portal, "database" | "now" | "config">,
  { session, user, act }: { session: Pick<Session, "id">; user: User; act: DangerousAct },
  allowedAt = now(),
): Promise<void> {
  const { provenAt, factors, isOn } = await findProof(database, session.id);
  if (provenAt && provenAt.getTime() > allowedAt.getTime() - proofLifeMs) return;
  if (isOn) throw new ApiError("factor-needed");
  const needsProof = act === "change-factors" || !hasSecondFactor(factors);
  if (needsProof && requiresFactor(config, user)) throw new ApiError("enrolment-code-needed");
}
