import type { FastifyInstance } from "fastify";
import { login, logout } from "../../../../src-shared/api/sign-in.ts";
import { serve } from "../../../http/serve.ts";
import { refuseWhile } from "../../flags/module.ts";
import { endSessionOf } from "../sessions/session-store.ts";
import { presentSignIn } from "../sessions/sessions.ts";
import { logIn } from "./log-in.ts";

/** Serves login and logout. */
export async function signInRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, login, async ({ body }, { ip, headers }) => {
    await refuseWhile(portal, "loginDisabled");
    const begun = await logIn(portal, body, { ip, userAgent: headers["user-agent"] ?? "" });
    return typeof begun === "string" ? presentSignIn(portal, begun) : begun;
  });

  /** Answers 204 without a session too: there is nothing to end. */
  serve(app, logout, async (_, { session }) => {
    if (session) await endSessionOf(portal.database, session.userId, session.id);
  });
}
