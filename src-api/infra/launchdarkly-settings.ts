import * as z from "zod/mini";

const address = (example: string) =>
  z.optional(z.url({ protocol: /^https?$/, error: `has to be an address such as ${example}` }));

/** The variables of the environment that choose where LaunchDarkly's flags are asked for. */
export const launchDarklyEnvironment = {
  LAUNCHDARKLY_SDK_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^\S+$/, { error: "has to be a server-side SDK key of LaunchDarkly" })),
  ),
  LAUNCHDARKLY_BASE_URI: address("https://sdk.launchdarkly.com"),
  LAUNCHDARKLY_STREAM_URI: address("https://stream.launchdarkly.com"),
  LAUNCHDARKLY_EVENTS_URI: address("https://events.launchdarkly.com"),
  LAUNCHDARKLY_STREAMING: z._default(z.enum(["0", "1"], { error: "has to be 0 or 1" }), "1"),
};

/** The environment of LaunchDarkly that decides about the flags. Addresses are null where they are LaunchDarkly's own. */
export type LaunchDarklySettings = {
  /** Server-side SDK key, a secret. */
  sdkKey: string;
  baseUri: string | null;
  streamUri: string | null;
  eventsUri: string | null;
  /** Changes arrive on a stream; otherwise they are asked for twice a minute. */
  streaming: boolean;
};

type Given = { [Name in keyof typeof launchDarklyEnvironment]?: string | undefined };

/**
 * Returns which environment of LaunchDarkly decides; null without a key.
 *
 * @param refuse throws; called with a sentence for addresses without a key
 */
export function readLaunchDarklySettings(
  given: Given,
  refuse: (sentence: string) => never,
): LaunchDarklySettings | null {
  const { LAUNCHDARKLY_SDK_KEY: sdkKey } = given;
  const named = [
    "LAUNCHDARKLY_BASE_URI",
    "LAUNCHDARKLY_STREAM_URI",
    "LAUNCHDARKLY_EVENTS_URI",
  ] as const;
  if (!sdkKey) {
    const alone = named.find((name) => given[name]);
    if (!alone) return null;
    return refuse(
      `The environment variable ${alone} needs LAUNCHDARKLY_SDK_KEY beside it: without a key the portal asks nothing there.`,
    );
  }
  const [baseUri = null, streamUri = null, eventsUri = null] = named.map((name) =>
    given[name]?.replace(/\/+$/, ""),
  );
  return { sdkKey, baseUri, streamUri, eventsUri, streaming: given.LAUNCHDARKLY_STREAMING !== "0" };
}
