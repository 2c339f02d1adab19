import type { FastifyInstance } from "fastify";
import {
  checkResetToken,
  forgotPassword,
  resetPassword,
} from "../../../../src-shared/api/sign-in.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { hashPassword } from "../../../infra/passwords/passwords.ts";
import { refuseCommonPassword } from "./passwords-common.ts";
import { hashToken } from "../../../infra/tokens.ts";
import type { Portal } from "../../../portal.ts";
import { serve } from "../../../http/serve.ts";
import { throttle, throttleRecipient, trustNetwork } from "../../../infra/throttle/throttle.ts";
import { mailNotice, mailResetLink } from "../mails/account-mails.ts";
import { consumeToken, peekToken } from "../proofs/one-time-tokens.ts";
import { setPassword } from "./set-password.ts";
import { lockUser, takeAddress, type ProvenUser } from "../users.ts";

/**
 * Sets the password behind a reset link, all or nothing. The link proves its address: an old account
 * that never did gets it, unless another account has it (`address-taken`). Returns the user.
 */
const resetByLink = ({ database, now }: Portal, token: string, passwordHash: string) =>
  database.transaction(async (transaction): Promise<ProvenUser> => {
    const accounts = { database: transaction, now };
    const { userId, email } = await peekToken(accounts, "reset-password", token);
    const user = await lockUser(transaction, userId);
    await consumeToken(accounts, "reset-password", token);
    if (!user || email !== (user.email ?? user.unprovenEmail)) throw new ApiError("token-invalid");
    if (!user.email && !(await takeAddress(transaction, userId, email))) {
      throw new ApiError("address-taken");
    }
    await setPassword(transaction, userId, passwordHash);
    return { ...user, email };
  });

/** Choosing a new password through a link in a mail. */
export async function resetRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  /** Nothing is looked up before the answer, so that its time does not tell whether an address is known. */
  serve(app, forgotPassword, async ({ body: { email } }, request) => {
    await throttle(portal, "forgot-password", request.ip, email);
    await throttleRecipient(portal, email, request.ip);
    app.afterwards(() => mailResetLink(portal, email));
  });

  serve(app, checkResetToken, async ({ params: { token } }) => {
    const { email } = await peekToken(portal, "reset-password", token);
    return { email };
  });

  serve(app, resetPassword, async ({ params: { token }, body: { password } }, request) => {
    await throttle(portal, "reset-password", request.ip, hashToken(token));
    await peekToken(portal, "reset-password", token);
    await refuseCommonPassword(password, "password");
    const user = await resetByLink(portal, token, await hashPassword(password));
    await trustNetwork(portal, request.ip, user.email);
    app.afterwards(() => mailNotice(portal, "password-changed", user));
  });
}
