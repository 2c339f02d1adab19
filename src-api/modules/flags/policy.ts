import type { FlagDecider } from "#shared/api/feature-flags.ts";
import { flagKeys, type FlagName } from "#shared/flags.ts";
import type { Config } from "#api/config.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { Portal } from "#api/portal.ts";
import { isFlagOn } from "./flag-store.ts";

/** Throws `feature-disabled` (403) while a flag is on that disables the feature. */
export async function refuseWhile({ database }: Portal, flag: FlagName): Promise<void> {
  if (await isFlagOn(database, flagKeys[flag])) throw new ApiError("feature-disabled");
}

/** Returns who decides about the flags that the API keeps. */
export const flagDecider = ({ launchDarkly }: Pick<Config, "launchDarkly">): FlagDecider =>
  launchDarkly ? "launchdarkly" : "portal";
