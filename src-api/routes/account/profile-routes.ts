import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import {
  changeEmail,
  changePassword,
  changeProfile,
  getMe,
  sendVerification,
} from "../../../src-shared/api/account.ts";
import { ApiError } from "../../api-error.ts";
import { settledSession } from "../../billing/settle.ts";
import { users } from "../../database/schema.ts";
import { hashPassword } from "../../passwords.ts";
import { refuseCommonPassword } from "../../passwords-common.ts";
import { loadSessionById, requireUser } from "../../plugins/session.ts";
import type { Portal } from "../../portal.ts";
import { serve } from "../../serve.ts";
import { throttle } from "../../throttle.ts";
import { mailNotice, mailVerification } from "./account-mails.ts";
import { dropResetTokens } from "./one-time-tokens.ts";
import { requirePassword } from "./policy.ts";
import { presentUser } from "./present.ts";
import { endSessionsOf } from "./sessions.ts";
import type { User } from "./users.ts";

async function presentAfresh(portal: Portal, sessionId: string) {
  const session = await loadSessionById(portal, sessionId);
  if (!session) throw new ApiError("unauthorized");
  return presentUser(session);
}

/** The new password ends every other session and every reset link (row 31). */
async function replacePassword({ database }: Portal, user: User, hash: string, sessionId: string) {
  await database.transaction(async (transaction) => {
    await transaction.update(users).set({ passwordHash: hash }).where(eq(users.id, user.id));
    await endSessionsOf(transaction, user.id, sessionId);
    await dropResetTokens(transaction, user.id);
  });
}

/** What a user sees and changes of the own account. */
export async function profileRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, getMe, async (_, request) =>
    presentUser(await settledSession(app, requireUser(request))),
  );

  serve(app, changeProfile, async ({ body: { name, language } }, request) => {
    const { id, userId } = requireUser(request);
    const changes = { name, ...(language && { language }) };
    await portal.database.update(users).set(changes).where(eq(users.id, userId));
    return presentAfresh(portal, id);
  });

  serve(app, changePassword, async ({ body }, request) => {
    const { id } = requireUser(request);
    await refuseCommonPassword(body.newPassword, "newPassword");
    const user = await requirePassword(request, body.currentPassword, "currentPassword");
    await replacePassword(portal, user, await hashPassword(body.newPassword), id);
    app.afterwards(() => mailNotice(portal, "password-changed", user));
  });

  /** The own proven address withdraws a change that was begun; any other one is mailed to. */
  serve(app, changeEmail, async ({ body: { email, password } }, request) => {
    const { id, userId } = requireUser(request);
    await throttle(portal, "change-email", request.ip, userId);
    const user = await requirePassword(request, password, "password");
    const pendingEmail = email === user.email ? null : email;
    await portal.database.update(users).set({ pendingEmail }).where(eq(users.id, userId));
    app.afterwards(() => mailVerification(portal, userId));
    return presentAfresh(portal, id);
  });

  serve(app, sendVerification, async (_, request) => {
    const { userId } = requireUser(request);
    await throttle(portal, "verification", request.ip, userId);
    app.afterwards(() => mailVerification(portal, userId));
  });
}
