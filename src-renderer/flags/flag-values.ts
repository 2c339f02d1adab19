import type { LDFlagSet } from "launchdarkly-js-client-sdk";
import {
  defaultFlags,
  flagKeys,
  flagNames,
  flagsBy,
  type FlagName,
  type Flags,
} from "#shared/flags.ts";

/** Returns the flags for a service's values. What is no boolean keeps its value; a missing flag is off. */
export function readFlags(values: LDFlagSet, lastKnown: Flags): Flags {
  if (!flagNames.some((name) => flagKeys[name] in values)) return lastKnown;
  const valueOf = (name: FlagName): boolean => {
    const key = flagKeys[name];
    if (!(key in values)) return defaultFlags[name];
    const value: unknown = values[key];
    return typeof value === "boolean" ? value : lastKnown[name];
  };
  return flagsBy(valueOf);
}

/** Returns the flags as bootstrap data of the SDK, in a version that every answer supersedes. */
export function bootstrapOf(flags: Flags): LDFlagSet {
  const values = flagNames.map((name) => [flagKeys[name], flags[name]]);
  const versions = flagNames.map((name) => [flagKeys[name], { version: 0 }]);
  return {
    ...Object.fromEntries(values),
    $flagsState: Object.fromEntries(versions),
    $valid: true,
  };
}
