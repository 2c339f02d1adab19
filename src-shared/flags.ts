import * as z from "zod/mini";

/** Feature flags and their keys at the flag service (specification, section 1). */
export const flagKeys = {
  maintenanceMode: "maintenance-mode",
  registrationDisabled: "registration-disabled",
  loginDisabled: "login-disabled",
} as const;

export type FlagName = keyof typeof flagKeys;

/** Key of a flag at the flag service. */
export type FlagKey = (typeof flagKeys)[FlagName];

/** Client-side ID of the only environment of the embedded flag service, at `/api/flags`. */
export const embeddedFlagEnvironment = "embedded";

export const flagsSchema = z.object({
  maintenanceMode: z.boolean(),
  registrationDisabled: z.boolean(),
  loginDisabled: z.boolean(),
});

export type Flags = z.infer<typeof flagsSchema>;

export const defaultFlags: Flags = {
  maintenanceMode: false,
  registrationDisabled: false,
  loginDisabled: false,
};
