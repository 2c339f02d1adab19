import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { changePassword, changeProfile, getMe } from "../../../../src-shared/api/account.ts";
import { settledSession } from "../../billing/payments/settle.ts";
import { users } from "../schema.ts";
import { hashPassword } from "../../../infra/passwords/passwords.ts";
import { refuseCommonPassword } from "../passwords/passwords-common.ts";
import { requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";
import { mailNotice } from "../mails/account-mails.ts";
import { requirePassword } from "../passwords/require-password.ts";
import { presentUser } from "../present.ts";
import { presentAfresh } from "../sessions/sessions.ts";
import { setPassword } from "../passwords/set-password.ts";

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
    const { user, act } = await requirePassword(request, body.currentPassword, "currentPassword");
    const passwordHash = await hashPassword(body.newPassword);
    await act((database) => setPassword(database, user.id, passwordHash, id));
    app.afterwards(() => mailNotice(portal, "password-changed", user));
  });
}
