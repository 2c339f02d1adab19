import type { ErrorCode } from "#shared/api/errors.ts";
import { hourMs } from "#shared/durations.ts";
import type { Language } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Portal } from "#api/portal.ts";
import { enqueueEmailCode, enqueueNotice } from "../mails/mail-jobs.ts";
import { codeFor, ifWaiting, isCode, mayResend } from "../proofs/mailed-code.ts";
import { deleteResetTokens } from "../proofs/one-time-token-store.ts";
import type { EmailChange, User } from "../schema.ts";
import { requireFreshProof } from "../second-factor/require-factor.ts";
import { findByAddress, lockUser, assignAddress } from "../user-store.ts";
import { isProven, type Accounts } from "../users.ts";
import {
  deleteChange,
  findByCode,
  findBySession,
  lockChange,
  replaceChange,
  updateChange,
} from "./email-change-store.ts";

/** What storing changes and mailing about them needs. */
type ChangeServices = Pick<Portal, "database" | "now" | "jobs" | "config">;

/** The session that requests a change, with a secret of its own that is not in the database: its code is hashed with it. */
export type Requester = { userId: string; sessionId: string; secret: string };

/** From the request: the link that undoes the change must work for days longer. */
const changeLifeMs = 2 * hourMs;

/** Returns a new code for a change that was requested at `createdAt`, and the columns that store it. */
export function renewedCode(
  portal: Pick<Portal, "config">,
  secret: string,
  createdAt: Date,
  at: Date,
) {
  const { code, columns } = codeFor(portal, secret, at);
  const end = Math.min(columns.expiresAt.getTime(), createdAt.getTime() + changeLifeMs);
  return { code, columns: { ...columns, expiresAt: new Date(end) } };
}

/** Stores a change of address in place of the one before. Call it with the user locked. */
export async function beginEmailChange(
  { database, now, config }: Accounts & Pick<Portal, "config">,
  { userId, sessionId, secret }: Requester,
  email: string,
): Promise<{ change: EmailChange; code: string }> {
  const createdAt = now();
  const { code, columns } = codeFor({ config }, secret, createdAt);
  const change = { userId, sessionId, email, ...columns, createdAt, notified: false };
  await replaceChange(database, change);
  return { change, code };
}

/** Returns the change that this session requested and whose code can still be entered, or null. */
export const findEmailChange = async ({ database, now }: Accounts, sessionId: string) =>
  ifWaiting(await findBySession(database, sessionId), now());

/** Identifies one of the changes that a session requested one after the other. */
export type ChangeKey = Pick<EmailChange, "sessionId" | "createdAt">;

/** Returns this change if its code, or a later one, can still be entered; otherwise null. */
export async function findChangeOf(accounts: Accounts, { sessionId, createdAt }: ChangeKey) {
  const change = await findEmailChange(accounts, sessionId);
  return change?.createdAt.getTime() === createdAt.getTime() ? change : null;
}

/** Returns the change for the code with this hash if it can still be entered, or null. */
export const findChangeByCode = async ({ database, now }: Accounts, codeHash: string) =>
  ifWaiting(await findByCode(database, codeHash), now());

/** Replaces the code and mails it. Returns null when it is too early, or the change is over. */
export const renewEmailCode = (
  services: ChangeServices,
  { sessionId, secret }: Requester,
  language: Language,
): Promise<EmailChange | null> =>
  services.database.transaction(async (transaction) => {
    const at = services.now();
    const current = await lockChange(transaction, sessionId);
    if (!current || !mayResend(current, at)) return null;
    const { code, columns } = renewedCode(services, secret, current.createdAt, at);
    const change = { ...current, ...columns };
    await updateChange(transaction, sessionId, columns);
    await enqueueEmailCode(services, transaction, language, { change, code });
    return change;
  });

/** Returns whether a session had proven what is asked of its user now, when it requested a change. */
async function wasProven(
  services: Pick<Portal, "database" | "now" | "config">,
  user: User,
  { sessionId, createdAt }: ChangeKey,
): Promise<boolean> {
  const doing = { session: { id: sessionId }, user, act: "other" } as const;
  try {
    await requireFreshProof(services, doing, createdAt);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

type Completion = { failure: ErrorCode } | { email: string };

/**
 * Gives the user the new address once the code was entered by the session that requested the change.
 * Deletes reset links and enqueues a notice to the former address. Returns failures instead of throwing
 * them, so that the transaction commits the number of wrong tries. A change is over when a factor has become required of
 * the user that the session had not proven when it requested the change.
 */
export const completeEmailChange = (
  services: ChangeServices,
  { userId, sessionId, secret }: Requester,
  { code, language, actor }: { code: string; language: Language; actor: Actor },
): Promise<Completion> =>
  services.database.transaction(async (transaction): Promise<Completion> => {
    const user = await lockUser(transaction, userId);
    const change = await findEmailChange({ database: transaction, now: services.now }, sessionId);
    if (!user || !isProven(user) || !change) return { failure: "change-over" };
    if (!isCode(change.codeHash, secret, code)) {
      await updateChange(transaction, sessionId, { wrongTries: change.wrongTries + 1 });
      return { failure: "code-wrong" };
    }
    await deleteChange(transaction, sessionId);
    if (!(await wasProven({ ...services, database: transaction }, user, change))) {
      return { failure: "change-over" };
    }
    const { email } = change;
    const known = await findByAddress(transaction, email);
    if (known || !(await assignAddress(transaction, userId, email))) {
      return { failure: "address-taken" };
    }
    await deleteResetTokens(transaction, userId);
    const former = { email: user.email, language };
    await enqueueNotice(services, transaction, "email-changed", former, email);
    const act = { act: "address-changed", at: services.now(), actor, subjectId: userId } as const;
    await recordAct(transaction, act);
    return { email };
  });
