import type { FastifyInstance, FastifyRequest } from "fastify";
import { endOtherSessions, endSession, listSessions } from "#shared/api/account.ts";
import { actorOf } from "#api/http/actor.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { requireUser } from "#api/http/session.ts";
import { serve } from "#api/http/serve.ts";
import { presentDeviceSession } from "./present.ts";
import { endSessionOf, endSessionsOf } from "./session-store.ts";
import { liveSessions } from "./sessions.ts";

/** Lists and ends the sessions of the user. A session of another user is answered like one that does not exist. */
export async function sessionRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const recordEnded = (tx: Database, request: FastifyRequest, which: "one" | "others") =>
    recordAct(tx, {
      act: "sessions-ended",
      at: portal.now(),
      actor: actorOf(request),
      subjectId: requireUser(request).userId,
      details: { which },
    });

  serve(app, listSessions, async (_, request) => {
    const current = requireUser(request);
    const rows = await liveSessions(portal, current.userId);
    return { items: rows.map((row) => presentDeviceSession(row, current)) };
  });

  serve(app, endSession, async ({ params }, request) => {
    const { userId } = requireUser(request);
    await portal.database.transaction(async (tx) => {
      if (!(await endSessionOf(tx, userId, params.id))) throw new ApiError("not-found");
      await recordEnded(tx, request, "one");
    });
  });

  serve(app, endOtherSessions, async (_, request) => {
    const { userId, id } = requireUser(request);
    await portal.database.transaction(async (tx) => {
      await endSessionsOf(tx, userId, id);
      await recordEnded(tx, request, "others");
    });
  });
}
