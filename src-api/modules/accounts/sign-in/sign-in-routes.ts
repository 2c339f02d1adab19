import type { FastifyInstance } from "fastify";
import { login, logout } from "#shared/api/sign-in.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import type { RouteSetup } from "#api/portal.ts";
import { refuseWhile } from "../../flags/module.ts";
import { endSessionOf } from "../sessions/session-store.ts";
import { presentSignIn } from "../sessions/sessions.ts";
import { logIn } from "./log-in.ts";

/** Serves login and logout. */
export async function signInRoutes(app: FastifyInstance, { modules }: RouteSetup): Promise<void> {
  const { portal } = app;

  serve(app, login, async ({ body }, request) => {
    const { ip, headers } = request;
    await refuseWhile(portal, "loginDisabled");
    const begun = await logIn(portal, body, {
      ip,
      userAgent: headers["user-agent"] ?? "",
      actor: { ...actorOf(request), userId: null },
    });
    return typeof begun === "string"
      ? presentSignIn({ portal, modules }, begun, request.session, "wrong-credentials")
      : begun;
  });

  /** Answers 204 without a session too: there is nothing to end. */
  serve(app, logout, async (_, request) => {
    const { session } = request;
    if (!session) return;
    const { userId, id } = session;
    await portal.database.transaction(async (tx) => {
      if (!(await endSessionOf(tx, userId, id))) return;
      const at = portal.now();
      await recordAct(tx, { act: "logged-out", at, actor: actorOf(request), subjectId: userId });
    });
  });
}
