import type { FeatureFlag } from "#shared/api/feature-flags.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { readFlags, type FeatureFlag as Row } from "./flag-store.ts";

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

export const presentForAdmin = ({ key, on, version, updatedAt }: Row): FeatureFlag => ({
  key,
  on,
  version,
  updatedAt: updatedAt?.toISOString() ?? null,
});

export const listFlags = async (database: Database): Promise<FeatureFlag[]> =>
  (await readFlags(database)).map(presentForAdmin);
