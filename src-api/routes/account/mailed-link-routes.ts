import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  checkResetToken,
  forgotPassword,
  resetPassword,
  verifyEmail,
} from "../../../src-shared/api/account.ts";
import { ApiError } from "../../api-error.ts";
import { users } from "../../database/schema.ts";
import { hashPassword } from "../../passwords.ts";
import { refuseCommonPassword } from "../../passwords-common.ts";
import type { Portal } from "../../portal.ts";
import { serve } from "../../serve.ts";
import { throttle } from "../../throttle.ts";
import { mailNotice, mailResetLink } from "./account-mails.ts";
import { claimAddress, claimFreeAddress } from "./claims.ts";
import { consumeToken, dropResetTokens, peekToken } from "./one-time-tokens.ts";
import { endSessionsOf } from "./sessions.ts";
import { findUser, type User } from "./users.ts";

/** Sets the password behind a reset link, all or nothing, and gives the user as before. */
const resetByLink = ({ database, now }: Portal, token: string, passwordHash: string) =>
  database.transaction(async (transaction): Promise<User> => {
    const accounts = { database: transaction, now };
    const { userId, email } = await consumeToken(accounts, "reset-password", token);
    const user = await findUser(transaction, userId);
    if (!user) throw new ApiError("token-invalid");
    await transaction.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await endSessionsOf(transaction, userId);
    await dropResetTokens(transaction, userId);
    await claimFreeAddress(transaction, user, email);
    return user;
  });

/** Uses a verification link up, all or nothing; gives the address and the user as before. */
const verifyByLink = ({ database, now }: Portal, token: string, sessionId: string | null) =>
  database.transaction(async (transaction) => {
    const accounts = { database: transaction, now };
    const { userId, email } = await consumeToken(accounts, "verify-email", token);
    const user = await findUser(transaction, userId);
    if (!user) throw new ApiError("token-invalid");
    await claimAddress(accounts, user, email, sessionId);
    return { email, user };
  });

/** What the links in mails do, and the form that asks for one. */
export async function mailedLinkRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  /** Nothing is looked up before the answer, so that its time tells nothing (row 29). */
  serve(app, forgotPassword, async ({ body: { email } }, request) => {
    await throttle(portal, "forgot-password", request.ip, email);
    app.afterwards(() => mailResetLink(portal, email));
  });

  serve(app, checkResetToken, async ({ params: { token } }) => {
    const { email } = await peekToken(portal, "reset-password", token);
    return { email };
  });

  serve(app, resetPassword, async ({ params: { token }, body: { password } }) => {
    await peekToken(portal, "reset-password", token);
    await refuseCommonPassword(password, "password");
    const user = await resetByLink(portal, token, await hashPassword(password));
    app.afterwards(() => mailNotice(portal, "password-changed", user));
  });

  serve(app, verifyEmail, async ({ params: { token } }, { session }) => {
    const { email, user } = await verifyByLink(portal, token, session?.id ?? null);
    if (user.email !== email) app.afterwards(() => mailNotice(portal, "email-changed", user));
    return { email };
  });
}
