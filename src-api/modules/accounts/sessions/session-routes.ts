import type { FastifyInstance } from "fastify";
import { endOtherSessions, endSession, listSessions } from "../../../../src-shared/api/account.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { requireUser } from "../../../http/session.ts";
import { serve } from "../../../http/serve.ts";
import { presentDeviceSession } from "./present.ts";
import { endSessionOf, endSessionsOf } from "./session-store.ts";
import { liveSessions } from "./sessions.ts";

/** Lists and ends the sessions of the user. A session of another user is answered like one that does not exist. */
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
