import type { FastifyInstance } from "fastify";
import { listFeatureFlags, setFeatureFlag, type FeatureFlag } from "#shared/api/feature-flags.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { actorOf } from "#api/http/actor.ts";
import { flagDecider, setFlag, readFlags, type FeatureFlag as Row } from "./flag-store.ts";
import { serve } from "#api/http/serve.ts";
import type { Database } from "#api/infra/database/connect.ts";

export default async function featureFlagRoutes(app: FastifyInstance): Promise<void> {
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

/** Returns a flag in the format of LaunchDarkly's client-side SDKs, with two variations: on and off. */
export const presentForSdk = ({ on, version }: Row) => ({
  value: on,
  variation: on ? 0 : 1,
  version,
  flagVersion: version,
  trackEvents: false,
});

export const presentAllForSdk = (flags: Row[]) =>
  Object.fromEntries(flags.map((flag) => [flag.key, presentForSdk(flag)]));

const presentForAdmin = ({ key, on, version, updatedAt }: Row): FeatureFlag => ({
  key,
  on,
  version,
  updatedAt: updatedAt?.toISOString() ?? null,
});

export const listFlags = async (database: Database): Promise<FeatureFlag[]> =>
  (await readFlags(database)).map(presentForAdmin);
