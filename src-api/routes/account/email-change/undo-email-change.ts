import { ApiError } from "../../../api-error.ts";
import { consumeToken, dropUndoTokens, issueResetToken, peekToken } from "../one-time-tokens.ts";
import { setPassword } from "../set-password.ts";
import { lockUser, takeAddress, type Accounts } from "../users.ts";

/**
 * Gives the account back the address that the link was mailed to and shuts out whoever asked for the
 * change: the password becomes `passwordHash`, which nobody knows; sessions, reset links, a change under
 * way and undo links that were mailed later (perhaps to the address of a thief) end. All or nothing.
 * Returns the address and the token of a reset link. Throws `token-invalid`, and `address-taken` when
 * another account has the address by now.
 */
export const undoEmailChange = (
  { database, now }: Accounts,
  token: string,
  passwordHash: string,
): Promise<{ email: string; resetToken: string }> =>
  database.transaction(async (transaction) => {
    const accounts = { database: transaction, now };
    const { userId } = await peekToken(accounts, "undo-email-change", token);
    await lockUser(transaction, userId);
    const { email, createdAt } = await consumeToken(accounts, "undo-email-change", token);
    if (!(await takeAddress(transaction, userId, email))) throw new ApiError("address-taken");
    await setPassword(transaction, userId, passwordHash);
    await dropUndoTokens(transaction, userId, createdAt);
    return { email, resetToken: await issueResetToken(accounts, userId, email) };
  });
