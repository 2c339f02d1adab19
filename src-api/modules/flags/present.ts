import type { FeatureFlag } from "./flag-store.ts";

/**
 * Returns a flag in the format of LaunchDarkly's client-side SDKs. Boolean flags have two
 * variations: on and off.
 */
export const presentForSdk = ({ on, version }: FeatureFlag) => ({
  value: on,
  variation: on ? 0 : 1,
  version,
  flagVersion: version,
  trackEvents: false,
});

/** Returns the flags by key. */
export const presentAllForSdk = (flags: FeatureFlag[]) =>
  Object.fromEntries(flags.map((flag) => [flag.key, presentForSdk(flag)]));
