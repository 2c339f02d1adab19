import * as z from "zod/mini";
import { flagKeys } from "../flags.ts";
import { endpoint } from "./endpoint.ts";

export const flagKeySchema = z.enum(Object.values(flagKeys));

export const featureFlagSchema = z.object({
  key: flagKeySchema,
  on: z.boolean(),
  /** Increases by one with each change; 1 for a flag that was never turned on. */
  version: z.int(),
  /** Null for a flag that was never turned on. */
  updatedAt: z.nullable(z.iso.datetime()),
});
export type FeatureFlag = z.infer<typeof featureFlagSchema>;

/** Who decides about the flags: admins, or LaunchDarkly, whose values the portal then stores. */
export const flagDeciderSchema = z.enum(["portal", "launchdarkly"]);
export type FlagDecider = z.infer<typeof flagDeciderSchema>;

export const listFeatureFlags = endpoint({
  method: "GET",
  path: "/feature-flags",
  summary: "List the feature flags",
  access: "admin",
  answer: z.object({ decidedBy: flagDeciderSchema, items: z.array(featureFlagSchema) }),
});

/** Turns a flag on or off; does nothing if it has that state already. Refused where LaunchDarkly decides. */
export const setFeatureFlag = endpoint({
  method: "PUT",
  path: "/feature-flags/:key",
  summary: "Turn a feature flag on or off",
  access: "admin",
  params: z.object({ key: flagKeySchema }),
  body: z.object({ on: z.boolean() }),
  answer: featureFlagSchema,
  errors: ["flags-elsewhere"],
});
