import type { Session } from "../../../http/session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { recordAct, type Actor } from "../../../infra/audit/record-act.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { forgiveTry, throttle } from "../../../infra/throttle/throttle.ts";
import type { Portal } from "../../../portal.ts";
import type { User } from "../schema.ts";
import type { SessionFactors } from "../sessions/session-factors.ts";
import { lockUser } from "../user-store.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import {
  findFactor,
  isProofFresh,
  consumeRecoveryHash,
  consumeStep,
} from "./second-factor-store.ts";
import { stepOf } from "./totp.ts";

const minute = 60_000;
/** How long a session may do dangerous acts after it proved the second factor, in ms. */
const proofLife = 5 * minute;

/** What a key is sealed for: it does not open in the row of another user. */
export const keyPurpose = (userId: string): string => `second-factor:${userId}`;

/** Names an account in the counters of wrong codes, which are apart from those of wrong passwords. */
const subjectOf = (userId: string): string => `second-factor:${userId}`;

/** Removes what people type or paste between the digits. */
const digitsOf = (code: string): string => code.replaceAll(/[\s-]/g, "");

type Used = Extract<SessionFactors, "password+totp" | "password+recovery">;

/** Uses up a code of the app or a recovery code; returns which of them it was, or null. */
async function consumeCode(
  { sealer, now }: Pick<Portal, "sealer" | "now">,
  database: Database,
  { userId, code }: { userId: string; code: string },
): Promise<Used | null> {
  const factor = await findFactor(database, userId);
  if (!factor?.confirmedAt) return null;
  const hash = hashRecoveryCode(userId, code);
  if (hash) return (await consumeRecoveryHash(database, userId, hash)) ? "password+recovery" : null;
  const digits = digitsOf(code);
  if (!/^\d{6}$/.test(digits)) return null;
  const secret = sealer.unseal(keyPurpose(userId), factor.sealedKey);
  const step = stepOf(secret, digits, { at: now(), lastStep: factor.lastStep });
  if (step === null || !(await consumeStep(database, userId, step))) return null;
  return "password+totp";
}

/** A code that was entered, and by whom. */
type Entered = { userId: string; code: string; actor: Actor };

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
      if (!factors) return null;
      if (factors === "password+recovery") {
        const actor = { ...entered.actor, userId: entered.userId };
        const used = { act: "recovery-code-used", at: portal.now(), actor } as const;
        await recordAct(database, { ...used, subjectId: entered.userId });
      }
      return work(database, { user, factors });
    }),
  );

/**
 * Throws `factor-needed` when the user of the session has a second factor and this session has not proven
 * it within the last five minutes.
 */
export async function requireFreshProof(
  { database, now }: Pick<Portal, "database" | "now">,
  { id }: Pick<Session, "id">,
): Promise<void> {
  const since = new Date(now().getTime() - proofLife);
  if (!(await isProofFresh(database, id, since))) throw new ApiError("factor-needed");
}
