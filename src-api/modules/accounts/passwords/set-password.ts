import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import type { Database } from "#api/infra/database/connect.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { deleteChangeOfUser } from "../email-change/email-change-store.ts";
import { enqueueNotice } from "../mails/mail-jobs.ts";
import { deleteChallengesOf } from "../second-factor/login-challenge-store.ts";
import { deleteResetTokens } from "../proofs/one-time-token-store.ts";
import { consumeToken, peekToken } from "../proofs/one-time-tokens.ts";
import { endSecretAddresses } from "../secret-address-store.ts";
import { endSessionsOf } from "../sessions/session-store.ts";
import { lockUser, assignAddress, updateUser } from "../user-store.ts";
import type { ProvenUser } from "../users.ts";

/**
 * Replaces a password and ends what somebody who knew the former one may have started: the user's sessions
 * (all but `keptSession`), logins under way, reset links, a pending change of address, and secret addresses that admins make. Links that undo a change of address
 * keep working; otherwise a thief could disable them by changing the password. Call it in a transaction
 * that has locked the user.
 */
export async function setPassword(
  { database, modules }: { database: Database } & RouteSetup,
  userId: string,
  passwordHash: string,
  keptSession?: string,
): Promise<void> {
  await updateUser(database, userId, { passwordHash });
  await endSessionsOf(database, userId, keptSession);
  await deleteResetTokens(database, userId);
  await deleteChallengesOf(database, userId);
  await deleteChangeOfUser(database, userId);
  await endSecretAddresses(database, modules, userId, "of-admin");
}

/**
 * Sets the password through a reset link, in one transaction, and returns the user. The link proves the
 * address: an account that never proved it gets it. Throws `token-invalid`, and `address-taken` when
 * another account has the address.
 */
export const resetByLink = (
  portal: Pick<Portal, "database" | "now" | "jobs"> & RouteSetup,
  token: string,
  passwordHash: string,
  actor: Actor,
): Promise<ProvenUser> =>
  portal.database.transaction(async (transaction) => {
    const accounts = { database: transaction, now: portal.now };
    const { userId, email } = await peekToken(accounts, "reset-password", token);
    const user = await lockUser(transaction, userId);
    await consumeToken(accounts, "reset-password", token);
    if (!user || email !== (user.email ?? user.unprovenEmail)) throw new ApiError("token-invalid");
    if (!user.email && !(await assignAddress(transaction, userId, email))) {
      throw new ApiError("address-taken");
    }
    await setPassword({ ...portal, database: transaction }, userId, passwordHash);
    await enqueueNotice(portal, transaction, "password-changed", { ...user, email });
    const by = { ...actor, userId };
    const act = { act: "password-reset", at: portal.now(), actor: by, subjectId: userId } as const;
    await recordAct(transaction, act);
    return { ...user, email };
  });
