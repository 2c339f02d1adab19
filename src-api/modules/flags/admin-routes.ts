import type { FastifyInstance } from "fastify";
import {
  listFeatureFlags,
  setFeatureFlag,
  type FeatureFlag,
} from "../../../src-shared/api/feature-flags.ts";
import { ApiError } from "../../infra/api-error.ts";
import { readFlags, setFlag, type FeatureFlag as Row } from "./flag-store.ts";
import { flagDecider } from "./policy.ts";
import { serve } from "../../http/serve.ts";

const present = ({ key, on, version, updatedAt }: Row): FeatureFlag => ({
  key,
  on,
  version,
  updatedAt: updatedAt?.toISOString() ?? null,
});

/** Serves the flags of the embedded flag service to admins. */
export default async function featureFlags(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listFeatureFlags, async () => {
    const items = (await readFlags(portal.database)).map(present);
    return { decidedBy: flagDecider(portal.config), items };
  });

  serve(app, setFeatureFlag, async ({ params: { key }, body: { on } }) => {
    if (flagDecider(portal.config) !== "portal") throw new ApiError("flags-elsewhere");
    return present(await setFlag(portal, key, on));
  });
}
