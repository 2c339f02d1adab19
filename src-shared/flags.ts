import * as z from "zod/mini";

/** Feature flags and their keys at the flag service (specification, section 1). */
export const flagKeys = {
  maintenanceMode: "maintenance-mode",
  registrationDisabled: "registration-disabled",
  loginDisabled: "login-disabled",
} as const;

export type FlagName = keyof typeof flagKeys;

export type FlagKey = (typeof flagKeys)[FlagName];

/** Client-side ID of the only environment of the embedded flag service, at `/api/flags`. */
export const embeddedFlagEnvironment = "embedded";

export const flagNames = Object.keys(flagKeys) as FlagName[]; // Object.keys loses the key type

export const flagsBy = <Value>(valueOf: (name: FlagName) => Value): Record<FlagName, Value> =>
  // Object.fromEntries loses the keys
  Object.fromEntries(flagNames.map((name) => [name, valueOf(name)])) as Record<FlagName, Value>;

export type Flags = Record<FlagName, boolean>;
export const flagsSchema: z.ZodMiniType<Flags> = z.object(flagsBy(() => z.boolean()));
export const defaultFlags: Flags = flagsBy(() => false);
