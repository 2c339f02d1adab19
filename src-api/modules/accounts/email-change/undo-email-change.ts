import { ApiError } from "../../../infra/api-error.ts";
import { unmatchableHash } from "../../../infra/passwords/passwords.ts";
import {
  consumeToken,
  dropUndoTokens,
  issueResetToken,
  peekToken,
} from "../proofs/one-time-tokens.ts";
import { setPassword } from "../passwords/set-password.ts";
import { isProven, lockUser, takeAddress, type Accounts, type ProvenUser } from "../users.ts";

type Undone = {
  email: string;
  resetToken: string;
  /** The address that the account had until now, with its language; null if the change still waited. */
  displaced: Pick<ProvenUser, "email" | "language"> | null;
};

/**
 * Gives the account back the address that the link was mailed to and shuts out whoever asked for the
 * change: no password logs in any more; sessions, reset links, a change under way and undo links that
 * were mailed later (perhaps to the address of a thief) end. All or nothing. Hashes no password: the
 * link still works after `address-taken`, and could be used to fill the queue. Returns the address and
 * the token of a reset link. Throws `token-invalid`, and `address-taken` when another account has the
 * address by now.
 */
export const undoEmailChange = ({ database, now }: Accounts, token: string): Promise<Undone> =>
  database.transaction(async (transaction) => {
    const accounts = { database: transaction, now };
    const { userId } = await peekToken(accounts, "undo-email-change", token);
    const user = await lockUser(transaction, userId);
    const { email, createdAt } = await consumeToken(accounts, "undo-email-change", token);
    if (!(await takeAddress(transaction, userId, email))) throw new ApiError("address-taken");
    await setPassword(transaction, userId, unmatchableHash());
    await dropUndoTokens(transaction, userId, createdAt);
    const resetToken = await issueResetToken(accounts, userId, email);
    const displaced = user && isProven(user) && user.email !== email ? user : null;
    return { email, resetToken, displaced };
  });
