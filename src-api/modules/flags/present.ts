import type { FeatureFlag } from "./flag-store.ts";

/** A flag as LaunchDarkly's client-side SDKs read it. Boolean flags have two variations: on and off. */
export const presentForSdk = ({ on, version }: FeatureFlag) => ({
  value: on,
  variation: on ? 0 : 1,
  version,
  flagVersion: version,
  trackEvents: false,
});

/** The flags by their keys. */
export const presentAllForSdk = (flags: FeatureFlag[]) =>
  Object.fromEntries(flags.map((flag) => [flag.key, presentForSdk(flag)]));
