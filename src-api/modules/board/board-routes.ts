import type { FastifyInstance } from "fastify";
import { clearFailedJobs, getBoard } from "#shared/api/board.ts";
import { getTrends } from "#shared/api/trends.ts";
import { actorOf } from "#api/http/actor.ts";
import { serve } from "#api/http/serve.ts";
import { recordAct } from "#api/infra/audit/record-act.ts";
import { findTrends } from "#api/modules/billing/module.ts";
import { presentBoard, readFigures } from "./read-board.ts";

/** Serves the board to admins, who poll it. */
export async function boardRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

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
}
