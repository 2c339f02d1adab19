import type { FastifyInstance } from "fastify";
import {
  listFeatureFlags,
  setFeatureFlag,
  type FeatureFlag,
} from "../../../src-shared/api/feature-flags.ts";
import { readFlags, setFlag, type FeatureFlag as Row } from "./flag-store.ts";
import { serve } from "../../http/serve.ts";

const present = ({ key, on, version, updatedAt }: Row): FeatureFlag => ({
  key,
  on,
  version,
  updatedAt: updatedAt?.toISOString() ?? null,
});

/** The flags of the embedded flag service, for admins. */
export default async function featureFlags(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listFeatureFlags, async () => {
    return { items: (await readFlags(portal.database)).map(present) };
  });

  serve(app, setFeatureFlag, async ({ params: { key }, body: { on } }) => {
    return present(await setFlag(portal, key, on));
  });
}
