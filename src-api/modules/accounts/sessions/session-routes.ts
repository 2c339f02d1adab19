import type { FastifyInstance } from "fastify";
import { endOtherSessions, endSession, listSessions } from "../../../../src-shared/api/account.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";
import { presentDeviceSession } from "../present.ts";
import { endSessionOf, endSessionsOf, liveSessions } from "./sessions.ts";

/** Where the user is signed in. Sessions of others are as unknown as those that do not exist. */
export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listSessions, async (_, request) => {
    const current = requireUser(request);
    const rows = await liveSessions(portal, current.userId);
    return { items: rows.map((row) => presentDeviceSession(row, current)) };
  });

  serve(app, endSession, async ({ params }, request) => {
    const { userId } = requireUser(request);
    if (!(await endSessionOf(portal.database, userId, params.id))) throw new ApiError("not-found");
  });

  serve(app, endOtherSessions, async (_, request) => {
    const { userId, id } = requireUser(request);
    await endSessionsOf(portal.database, userId, id);
  });
}
