import type { FastifyInstance } from "fastify";
import { addShow, changeShow, deleteShow, listShows, tickShowItem } from "#shared/api/show-day.ts";
import { serve } from "#api/http/serve.ts";
import { requireActiveMember } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { listShowItems } from "#api/modules/library/module.ts";
import { removeShow } from "./show-store.ts";
import { addShowOf, changeShowOf, presentShowsOf, tickItemOf } from "./shows.ts";

/** Serves the shows of a member; those of others are not found. */
export default async function showRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listShows, async (_, request) => ({
    shows: await presentShowsOf(portal.database, requireActiveMember(request).userId),
    ...(await listShowItems(portal, request.language)),
  }));

  serve(app, addShow, ({ body }, request) =>
    addShowOf(portal, requireActiveMember(request).userId, body),
  );

  serve(app, changeShow, ({ params: { id }, body }, request) =>
    changeShowOf(portal, requireActiveMember(request).userId, id, body),
  );

  serve(app, deleteShow, async ({ params: { id } }, request) => {
    const { userId } = requireActiveMember(request);
    if (!(await removeShow(portal.database, userId, id))) throw new ApiError("not-found");
  });

  serve(app, tickShowItem, ({ params: { id }, body }, request) =>
    tickItemOf(portal, requireActiveMember(request).userId, id, body),
  );
}
