import type { LDFlagSet } from "launchdarkly-js-client-sdk";
import {
  defaultFlags,
  flagKeys,
  flagNames,
  flagsBy,
  type FlagName,
  type Flags,
} from "../../src-shared/flags.ts";

/**
 * The flags by what a flag service says, value by key. What is no boolean keeps its last known
 * value; a flag that the service has no more is off. An answer without any of them says nothing.
 */
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

/** The flags as the SDK takes them to begin with: older than whatever the service will say. */
export function bootstrapOf(flags: Flags): LDFlagSet {
  const values = flagNames.map((name) => [flagKeys[name], flags[name]]);
  const versions = flagNames.map((name) => [flagKeys[name], { version: 0 }]);
  return {
    ...Object.fromEntries(values),
    $flagsState: Object.fromEntries(versions),
    $valid: true,
  };
}
