import { flagKeys, type FlagName } from "../../../src-shared/flags.ts";
import { ApiError } from "../../infra/api-error.ts";
import type { Portal } from "../../portal.ts";
import { isFlagOn } from "./flag-store.ts";

/** Throws `feature-disabled` (403) while a flag is on that disables what is asked for. */
export async function refuseWhile({ database }: Portal, flag: FlagName): Promise<void> {
  if (await isFlagOn(database, flagKeys[flag])) throw new ApiError("feature-disabled");
}
