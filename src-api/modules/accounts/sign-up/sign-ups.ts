import { and, asc, eq, inArray } from "drizzle-orm";
import type { registerSchema } from "../../../../src-shared/api/sign-in.ts";
import type * as z from "zod/mini";
import type { ErrorCode } from "../../../../src-shared/api/errors.ts";
import type { Period } from "../../../../src-shared/api/cart.ts";
import { signUps } from "../schema.ts";
import { hashPassword } from "../../../infra/passwords/passwords.ts";
import { hashToken } from "../../../infra/tokens.ts";
import {
  codeLife,
  hashCode,
  isCode,
  isWaiting,
  mayResend,
  newCode,
} from "../proofs/mailed-code.ts";
import { createSession } from "../sessions/sessions.ts";
import { newToken } from "../../../infra/tokens.ts";
import { findByAddress, insertUser, type Accounts } from "../users.ts";

export type SignUpRow = typeof signUps.$inferSelect;

/** A new code of the sign-up with that id, and the columns that hold it. */
function codeFor(id: string, at: Date) {
  const code = newCode();
  const columns = {
    codeHash: hashCode(id, code),
    wrongTries: 0,
    codeSentAt: at,
    expiresAt: new Date(at.getTime() + codeLife),
  };
  return { code, columns };
}

/** Keeps a registration until its code is entered. Does the same whether or not the address is known. */
export async function beginSignUp(
  { database, now }: Accounts,
  { name, email, password, termsVersion, language, plan }: z.infer<typeof registerSchema>,
): Promise<{ id: string; code: string; signUp: SignUpRow }> {
  const id = newToken();
  const at = now();
  const { code, columns } = codeFor(id, at);
  const signUp = {
    ...columns,
    idHash: hashToken(id),
    email,
    name,
    passwordHash: await hashPassword(password),
    language,
    plan: plan ?? null,
    termsVersion,
    createdAt: at,
  };
  await database.insert(signUps).values(signUp);
  return { id, code, signUp };
}

/** The sign-up that waits for its code, or null. */
export async function findSignUp(
  { database, now }: Accounts,
  id: string,
): Promise<SignUpRow | null> {
  const [signUp] = await database
    .select()
    .from(signUps)
    .where(and(eq(signUps.idHash, hashToken(id)), isWaiting(signUps, now())));
  return signUp ?? null;
}

/** Replaces the code; null when it is too early for another one, or the sign-up is over. */
export async function renewSignUpCode({ database, now }: Accounts, id: string) {
  const at = now();
  const { code, columns } = codeFor(id, at);
  const [signUp] = await database
    .update(signUps)
    .set(columns)
    .where(and(eq(signUps.idHash, hashToken(id)), mayResend(signUps, at)))
    .returning();
  return signUp ? { signUp, code } : null;
}

/**
 * The sign-up that waits for its code, locked with all others of its address (in one order, so that
 * two at a time do not wait for each other), or null.
 */
async function lockSignUp({ database, now }: Accounts, id: string): Promise<SignUpRow | null> {
  const own = database
    .select({ email: signUps.email })
    .from(signUps)
    .where(eq(signUps.idHash, hashToken(id)));
  const rows = await database
    .select()
    .from(signUps)
    .where(and(inArray(signUps.email, own), isWaiting(signUps, now())))
    .orderBy(asc(signUps.idHash))
    .for("update");
  return rows.find(({ idHash }) => idHash === hashToken(id)) ?? null;
}

type Completion = { failure: ErrorCode } | { token: string; plan: Period | null };

/**
 * Makes the account of a sign-up whose code was entered, and its first session, whose token is
 * returned. Not beside an old account that never proved the address: its purchases would be out of
 * reach. A failure is returned, not thrown: the try stays counted.
 */
export const completeSignUp = (
  { database, now }: Accounts,
  id: string,
  entered: { code: string; userAgent: string },
): Promise<Completion> =>
  database.transaction(async (transaction): Promise<Completion> => {
    const accounts = { database: transaction, now };
    const signUp = await lockSignUp(accounts, id);
    if (!signUp) return { failure: "sign-up-over" };
    const { idHash, codeHash, wrongTries, email, plan } = signUp;
    const own = eq(signUps.idHash, idHash);
    if (!isCode(codeHash, id, entered.code)) {
      await transaction
        .update(signUps)
        .set({ wrongTries: wrongTries + 1 })
        .where(own);
      return { failure: "code-wrong" };
    }
    const known = await findByAddress(transaction, email);
    const userId = known ? null : await insertUser(accounts, signUp);
    await transaction.delete(signUps).where(userId ? eq(signUps.email, email) : own);
    if (!userId) return { failure: "already-registered" };
    return { token: await createSession(accounts, userId, entered.userAgent), plan };
  });
