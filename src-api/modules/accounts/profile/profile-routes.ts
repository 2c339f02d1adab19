import type { FastifyInstance } from "fastify";
import { changePassword, changeProfile } from "#shared/api/account.ts";
import { changeLanguage, getMe } from "#shared/api/user.ts";
import type { RouteSetup } from "#api/portal.ts";
import { actorOf } from "#api/http/actor.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { hashPassword } from "#api/infra/passwords/passwords.ts";
import { refuseCommonPassword } from "../passwords/passwords-common.ts";
import { requireUser } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { enqueueNotice } from "../mails/mail-jobs.ts";
import { requirePassword } from "../passwords/require-password.ts";
import { presentUser } from "../sessions/present.ts";
import { renewToken } from "../sessions/session-store.ts";
import { presentAfresh } from "../sessions/sessions.ts";
import { setPassword } from "../passwords/set-password.ts";
import { updateUser } from "../user-store.ts";

/** Serves the profile of the signed-in user: reading it, changing it, changing the password. */
export async function profileRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, getMe, (_, request) => presentUser({ portal, modules }, requireUser(request)));

  serve(app, changeProfile, async ({ body: { name, language } }, request) => {
    const { id, userId } = requireUser(request);
    await updateUser(portal.database, userId, { name, ...(language && { language }) });
    return presentAfresh({ portal, modules }, id);
  });

  serve(app, changeLanguage, async ({ body: { language } }, request) => {
    await updateUser(portal.database, requireUser(request).userId, { language });
  });

  serve(app, changePassword, async ({ body }, request) => {
    const session = requireUser(request);
    await refuseCommonPassword(body.newPassword, "newPassword");
    const { user, act } = await requirePassword(portal, {
      session,
      ip: request.ip,
      password: body.currentPassword,
      field: "currentPassword",
    });
    const passwordHash = await hashPassword(body.newPassword);
    return act(async (database) => {
      await setPassword({ database, modules }, user.id, passwordHash, session.id);
      await enqueueNotice(portal, database, "password-changed", user);
      await recordAct(database, {
        act: "password-changed",
        at: portal.now(),
        actor: actorOf(request),
        subjectId: user.id,
      });
      return { token: await renewToken(database, session) };
    });
  });
}
