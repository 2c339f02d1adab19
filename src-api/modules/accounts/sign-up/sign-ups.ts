import type * as z from "zod/mini";
import type { Period } from "#shared/api/cart.ts";
import type { ErrorCode } from "#shared/api/errors.ts";
import type { registerSchema } from "#shared/api/sign-in.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import { hashToken, newToken } from "#api/infra/tokens.ts";
import type { Portal } from "#api/portal.ts";
import { signUpCodeMail } from "../mails/mail-jobs.ts";
import { codeFor, ifWaiting, isCode, mayResend } from "../proofs/mailed-code.ts";
import { noticeDevice } from "../new-device/known-devices.ts";
import type { SignUpRow } from "../schema.ts";
import { createSession } from "../sessions/sessions.ts";
import { findByAddress, findUser } from "../user-store.ts";
import { addUser, type Accounts } from "../users.ts";
import {
  deleteSignUp,
  deleteSignUpsOf,
  findByCode,
  findById,
  insertSignUp,
  lockSignUp,
  lockWithSameAddress,
  updateSignUp,
} from "./sign-up-store.ts";

/** What storing sign-ups and mailing their codes needs. */
type SignUpServices = Pick<Portal, "database" | "now" | "jobs" | "config">;

const enqueueCode = (
  { jobs }: SignUpServices,
  transaction: Database,
  { email, language, codeHash }: SignUpRow,
  code: string,
): Promise<void> => jobs.enqueue(transaction, signUpCodeMail, { email, language, code, codeHash });

/** Stores a registration and mails its code. Does the same work whether or not the address has an account. */
export async function beginSignUp(
  services: SignUpServices,
  { name, email, password, termsVersion, language, plan }: z.infer<typeof registerSchema>,
): Promise<{ id: string; code: string; signUp: SignUpRow }> {
  const id = newToken();
  const createdAt = services.now();
  const { code, columns } = codeFor(services, id, createdAt);
  const signUp = {
    ...columns,
    idHash: hashToken(id),
    email,
    name,
    passwordHash: await hashPassword(password),
    language,
    plan: plan ?? null,
    termsVersion,
    createdAt,
  };
  await services.database.transaction(async (transaction) => {
    await insertSignUp(transaction, signUp);
    await enqueueCode(services, transaction, signUp, code);
  });
  return { id, code, signUp };
}

/** Returns the sign-up whose code can still be entered, or null. */
export const findSignUp = async ({ database, now }: Accounts, id: string) =>
  ifWaiting(await findById(database, hashToken(id)), now());

/** Returns whether the code with this hash can still be entered. */
export const isSignUpCodeCurrent = async ({ database, now }: Accounts, codeHash: string) =>
  ifWaiting(await findByCode(database, codeHash), now()) !== null;

/** Replaces the code and mails it. Returns null when it is too early, or the sign-up is over. */
export const renewSignUpCode = (services: SignUpServices, id: string): Promise<SignUpRow | null> =>
  services.database.transaction(async (transaction) => {
    const at = services.now();
    const current = await lockSignUp(transaction, hashToken(id));
    if (!current || !mayResend(current, at)) return null;
    const { code, columns } = codeFor(services, id, at);
    const signUp = { ...current, ...columns };
    await updateSignUp(transaction, signUp.idHash, columns);
    await enqueueCode(services, transaction, signUp, code);
    return signUp;
  });

type Completion = { failure: ErrorCode } | { token: string; plan: Period | null };

/**
 * Creates the account once the code was entered, and its first session, whose token it returns. Refuses
 * when an account that never proved the address exists: its invoices would be out of reach. Returns
 * failures instead of throwing them, so that the transaction commits the number of wrong tries.
 */
export const completeSignUp = (
  { database, now, jobs, config }: SignUpServices,
  id: string,
  entered: { code: string; userAgent: string; ip: string; actor: Actor },
): Promise<Completion> =>
  database.transaction(async (transaction): Promise<Completion> => {
    const accounts = { database: transaction, now };
    const signUp = ifWaiting(await lockWithSameAddress(transaction, hashToken(id)), now());
    if (!signUp) return { failure: "sign-up-over" };
    const { idHash, codeHash, wrongTries, email, plan } = signUp;
    if (!isCode(codeHash, id, entered.code)) {
      await updateSignUp(transaction, idHash, { wrongTries: wrongTries + 1 });
      return { failure: "code-wrong" };
    }
    const known = await findByAddress(transaction, email);
    const isDemo = config.seedDemo;
    const userId = known ? null : await addUser(accounts, { ...signUp, isDemo });
    if (!userId) {
      await deleteSignUp(transaction, idHash);
      return { failure: "already-registered" };
    }
    await deleteSignUpsOf(transaction, email);
    const actor = { ...entered.actor, userId };
    await recordAct(transaction, { act: "account-created", at: now(), actor, subjectId: userId });
    const user = await findUser(transaction, userId);
    if (user) await noticeDevice({ ...accounts, jobs }, user, entered);
    return { token: await createSession(accounts, userId, entered.userAgent), plan };
  });
