import type { FastifyInstance } from "fastify";
import { boardStreamPath, clearFailedJobs, getBoard } from "#shared/api/board.ts";
import { getTrends } from "#shared/api/trends.ts";
import { actorOf } from "../../http/actor.ts";
import { serve } from "../../http/serve.ts";
import { requireAdmin, requireToken } from "../../http/session.ts";
import { recordAct } from "../../infra/audit/record-act.ts";
import { createEventStream } from "../../infra/streams/event-stream.ts";
import { retryStreamAfterSeconds, streamHeaders } from "../../infra/streams/open-streams.ts";
import { StreamPlaces } from "../../infra/streams/stream-places.ts";
import { findTrends } from "../subscriptions/module.ts";
import { BoardFeed } from "./board-feed.ts";
import { presentBoard, readFigures } from "./read-board.ts";

/** Maximum number of open streams of one process: a portal has few admins. */
export const boardStreamLimits = { altogether: 100, perNetwork: 50 };

/** Serves the board to admins, once and as a stream of events. */
export async function boardRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const feed = new BoardFeed(portal, app.sessionStore, app.log);
  app.addHook("preClose", async () => feed.end());
  app.addHook("onClose", () => feed.stop());

  serve(app, getBoard, async (_, { language }) =>
    presentBoard(portal, await readFigures(portal), language),
  );

  serve(app, getTrends, async () => {
    const { database, now, brand } = portal;
    return { months: await findTrends(database, { now: now(), timeZone: brand.timeZone }) };
  });

  serve(app, clearFailedJobs, async ({ params: { name, clearing } }, request) => {
    const count = await portal.database.transaction(async (tx) => {
      const { jobs } = portal;
      const cleared =
        clearing === "retry"
          ? await jobs.retryFailed(tx, name)
          : await jobs.dismissFailed(tx, name);
      if (cleared === 0) return 0; // another admin was faster, or there is no such job
      await recordAct(tx, {
        act: clearing === "retry" ? "failed-jobs-retried" : "failed-jobs-dismissed",
        at: portal.now(),
        actor: actorOf(request),
        subjectId: null,
        details: { job: name, count: cleared },
      });
      return cleared;
    });
    if (clearing === "retry") portal.jobs.wake(name);
    return { count };
  });

  const places = new StreamPlaces(boardStreamLimits);
  const stream = {
    schema: { hide: true },
    exposeHeadRoute: false, // nobody would read its stream
    onRequest: async (request: Parameters<typeof requireAdmin>[0]) => void requireAdmin(request),
  };
  app.get(boardStreamPath, stream, async (request, reply) => {
    const { userId } = requireAdmin(request);
    const token = requireToken(request);
    const events = createEventStream();
    const release = places.reserve(request.ip, userId, () => events.end());
    if (!release) return reply.code(503).header("retry-after", retryStreamAfterSeconds).send();
    events.body.once("close", release);
    try {
      await feed.join(events, { token, language: request.language });
    } catch (error) {
      events.body.destroy();
      throw error;
    }
    return reply.headers(streamHeaders).send(events.body);
  });
}
