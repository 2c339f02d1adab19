import type { FastifyInstance, FastifyRequest } from "fastify";
import { isAdmin } from "#shared/active-member.ts";
import { deleteAccount, exportAccount } from "#shared/api/account.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { memberActor, recordAct } from "#api/infra/audit/record-act.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { RouteSetup } from "#api/portal.ts";
import { requirePassword } from "../passwords/require-password.ts";
import { findUser } from "../user-store.ts";
import { deleteAccountOf, exportPersonalData } from "./personal-data.ts";

/** Serves the export and the deletion of personal data, which data protection law requires. */
export async function personalDataRoutes(
  app: FastifyInstance,
  { modules }: Pick<RouteSetup, "modules">,
): Promise<void> {
  const { portal } = app;
  const confirm = (request: FastifyRequest, password: string) => {
    const session = requireUser(request);
    return requirePassword(portal, { session, ip: request.ip, password, field: "password" });
  };

  serve(app, exportAccount, async ({ body: { password } }, request, reply) => {
    const { user, act } = await confirm(request, password);
    const data = await act(async (database) => {
      const found = await exportPersonalData({ ...portal, database }, modules, user.id);
      const at = portal.now();
      const actor = actorOf(request);
      await recordAct(database, { act: "data-exported", at, actor, subjectId: user.id });
      return found;
    });
    if (!data) throw new ApiError("unauthorized");
    reply.header("content-disposition", 'attachment; filename="account.json"');
    return data;
  });

  serve(app, deleteAccount, async ({ body: { password } }, request) => {
    const { user, act } = await confirm(request, password);
    const isDeleted = await act(async (database) => {
      // As they are now: an admin with a session without an admin's rights is one as well.
      if (isAdmin(await findUser(database, user.id))) {
        const [at, actor] = [portal.now(), actorOf(request)];
        await recordAct(database, { act: "deletion-requested", at, actor, subjectId: user.id });
        return false;
      }
      // From where is not kept: it would be the only trace of that.
      const actor = memberActor(user.id);
      await deleteAccountOf({ ...portal, database }, modules, user, { actor, log: request.log });
      return true;
    });
    if (!isDeleted) throw new ApiError("another-admin-needed");
  });
}
