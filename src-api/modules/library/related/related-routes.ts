import type { FastifyInstance } from "fastify";
import { listRelated } from "#shared/api/related.ts";
import { serve } from "#api/http/serve.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { teasersOf } from "#api/modules/library/entries/public-teasers.ts";
import { findRelatedKeys } from "./related-store.ts";

/** What goes with an entry, for active members, as the entry is. */
export default async function relatedRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listRelated, async ({ params }, { language }) => {
    const keys = await findRelatedKeys(portal.database, params, portal.now());
    if (!keys) throw new ApiError("not-found");
    const teasers = await teasersOf(portal, keys, language);
    return { items: keys.flatMap((key) => teasers.of(key) ?? []) };
  });
}
