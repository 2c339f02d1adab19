import { and, eq } from "drizzle-orm";
import type { ErrorCode } from "../../../../src-shared/api/errors.ts";
import type { Database } from "../../../infra/database/connect.ts";
import { emailChanges } from "../schema.ts";
import {
  codeLife,
  hashCode,
  isCode,
  isWaiting,
  mayResend,
  newCode,
} from "../proofs/mailed-code.ts";
import { dropResetTokens } from "../proofs/one-time-tokens.ts";
import { findByAddress, isProven, lockUser, takeAddress, type Accounts } from "../users.ts";

export type EmailChange = typeof emailChanges.$inferSelect;

/** The session that asks for a change, with its token: the code of the change works with it only. */
export type Asking = { userId: string; sessionId: string; token: string };

/**
 * However often a code is sent again, a change is over that long (ms) after it was asked for: the link
 * that undoes it has to outlive it by days.
 */
const changeLife = 2 * 60 * 60_000;

function codeFor(token: string, at: Date) {
  const code = newCode();
  const columns = { codeHash: hashCode(token, code), wrongTries: 0, codeSentAt: at };
  return { code, columns };
}

/** Replaces the change that the user asked for before, if any. Run in a transaction that locked the user. */
export async function beginEmailChange(
  { database, now }: Accounts,
  { userId, sessionId, token }: Asking,
  email: string,
): Promise<{ change: EmailChange; code: string }> {
  const at = now();
  const { code, columns } = codeFor(token, at);
  const expiresAt = new Date(at.getTime() + codeLife);
  const change = { userId, sessionId, email, ...columns, createdAt: at, expiresAt };
  await database
    .insert(emailChanges)
    .values(change)
    .onConflictDoUpdate({ target: emailChanges.userId, set: change });
  return { change, code };
}

const ofSession = (sessionId: string) => eq(emailChanges.sessionId, sessionId);

/** The change that this session asked for and that waits for its code, or null. */
export async function findEmailChange(
  { database, now }: Accounts,
  sessionId: string,
): Promise<EmailChange | null> {
  const [change] = await database
    .select()
    .from(emailChanges)
    .where(and(ofSession(sessionId), isWaiting(emailChanges, now())));
  return change ?? null;
}

/** Replaces the code; null when it is too early for another one, or the change is over. */
export async function renewEmailCode(
  { database, now }: Accounts,
  { sessionId, token }: Asking,
  { createdAt }: EmailChange,
): Promise<{ change: EmailChange; code: string } | null> {
  const at = now();
  const { code, columns } = codeFor(token, at);
  const end = Math.min(at.getTime() + codeLife, createdAt.getTime() + changeLife);
  const [change] = await database
    .update(emailChanges)
    .set({ ...columns, expiresAt: new Date(end) })
    .where(and(ofSession(sessionId), mayResend(emailChanges, at)))
    .returning();
  return change ? { change, code } : null;
}

/** Drops the change that this session asked for. */
export async function dropEmailChange(database: Database, sessionId: string): Promise<void> {
  await database.delete(emailChanges).where(ofSession(sessionId));
}

/**
 * Drops this change, also once its code was sent again; not another one that has taken its place.
 */
export async function revokeEmailChange(
  database: Database,
  { sessionId, createdAt }: EmailChange,
): Promise<void> {
  await database
    .delete(emailChanges)
    .where(and(ofSession(sessionId), eq(emailChanges.createdAt, createdAt)));
}

type Completion = { failure: ErrorCode } | { formerEmail: string; email: string };

/**
 * Gives the user the new address once its code was entered by the session that asked. Reset links that
 * were mailed to the former one stop working. A failure is returned, not thrown: the try stays counted.
 */
export const completeEmailChange = (
  { database, now }: Accounts,
  { userId, sessionId, token }: Asking,
  code: string,
): Promise<Completion> =>
  database.transaction(async (transaction): Promise<Completion> => {
    const user = await lockUser(transaction, userId);
    const change = await findEmailChange({ database: transaction, now }, sessionId);
    if (!user || !isProven(user) || !change) return { failure: "change-over" };
    if (!isCode(change.codeHash, token, code)) {
      await transaction
        .update(emailChanges)
        .set({ wrongTries: change.wrongTries + 1 })
        .where(ofSession(sessionId));
      return { failure: "code-wrong" };
    }
    await dropEmailChange(transaction, sessionId);
    const { email } = change;
    const known = await findByAddress(transaction, email);
    if (known || !(await takeAddress(transaction, userId, email))) {
      return { failure: "address-taken" };
    }
    await dropResetTokens(transaction, userId);
    return { formerEmail: user.email, email };
  });
