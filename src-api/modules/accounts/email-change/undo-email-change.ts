import { ApiError } from "#api/infra/api-error.ts";
import { recordAct, type Actor } from "#api/infra/audit/record-act.ts";
import { unmatchableHash } from "#api/infra/passwords/passwords.ts";
import type { Portal, RouteSetup } from "#api/portal.ts";
import { enqueueNotice } from "../mails/mail-jobs.ts";
import { deletePasskeysOf } from "../passkeys/passkey-store.ts";
import { setPassword } from "../passwords/set-password.ts";
import { deleteEnrolmentCodes, deleteUndoTokens } from "../proofs/one-time-token-store.ts";
import {
  consumeToken,
  issueResetToken,
  peekToken,
  sinceByLinks,
} from "../proofs/one-time-tokens.ts";
import { removeForeignFactor } from "../second-factor/enrolment.ts";
import { requiresFactor } from "../sessions/session-factors.ts";
import { endSecretAddresses } from "../secret-address-store.ts";
import { lockUser, assignAddress } from "../user-store.ts";
import { isProven } from "../users.ts";

type Undone = { email: string; resetToken: string };

/**
 * Gives the account back the address that the link was mailed to, and locks out whoever requested the
 * change: disables the password, removes the passkeys and a second factor that a thief may have turned on, and
 * ends sessions, secret addresses, reset links, a pending change, undo links that were mailed later (perhaps to an address of the
 * thief), and all links to the same address. Notifies the address that the account had until now.
 *
 * Hashes no password: the link still works after `address-taken`, so that anybody who has it could use it
 * to fill the password queue. Returns the address and the token of a reset link. Throws `token-invalid`,
 * and `address-taken` when another account has the address by now; nothing is changed then.
 */
export const undoEmailChange = (
  portal: Pick<Portal, "database" | "now" | "jobs" | "config"> & RouteSetup,
  token: string,
  actor: Actor,
): Promise<Undone> =>
  portal.database.transaction(async (transaction) => {
    const accounts = { database: transaction, now: portal.now };
    const { userId } = await peekToken(accounts, "undo-email-change", token);
    const user = await lockUser(transaction, userId);
    const used = await consumeToken(accounts, "undo-email-change", token);
    const { email } = used;
    if (!(await assignAddress(transaction, userId, email))) throw new ApiError("address-taken");
    await setPassword({ ...portal, database: transaction }, userId, unmatchableHash());
    if (!user || !requiresFactor(portal.config, user)) await deletePasskeysOf(transaction, userId);
    await deleteEnrolmentCodes(transaction, userId);
    await endSecretAddresses(transaction, portal.modules, userId);
    const since = await sinceByLinks(accounts, used);
    await deleteUndoTokens(transaction, used);
    const resetToken = await issueResetToken(accounts, userId, email);
    if (user && isProven(user) && user.email !== email) {
      await enqueueNotice(portal, transaction, "email-change-undone", user);
    }
    const by = { ...actor, userId };
    const at = portal.now();
    if (user) await removeForeignFactor(transaction, user, { since, at, actor: by });
    await recordAct(transaction, {
      act: "address-change-undone",
      at,
      actor: by,
      subjectId: userId,
    });
    return { email, resetToken };
  });
