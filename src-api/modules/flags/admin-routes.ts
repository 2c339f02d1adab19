import type { FastifyInstance } from "fastify";
import { listFeatureFlags, setFeatureFlag } from "#shared/api/feature-flags.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { actorOf } from "#api/http/actor.ts";
import { flagDecider } from "./policy.ts";
import { serve } from "#api/http/serve.ts";
import { setFlag } from "./flag-store.ts";
import { listFlags, presentForAdmin } from "./present.ts";

export default async function featureFlags(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listFeatureFlags, async () => ({
    decidedBy: flagDecider(portal.config),
    items: await listFlags(portal.database),
  }));

  serve(app, setFeatureFlag, async ({ params: { key }, body: { on } }, request) => {
    if (flagDecider(portal.config) !== "portal") throw new ApiError("flags-elsewhere");
    return presentForAdmin(await setFlag(portal, key, on, actorOf(request)));
  });
}
