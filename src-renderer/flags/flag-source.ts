import type { LDOptions } from "launchdarkly-js-client-sdk";
import { embeddedFlagEnvironment } from "#shared/flags.ts";

/** An environment of a flag service, and the SDK options for it. */
export type FlagSource = { environment: string; options: LDOptions };

const clientId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="launchdarkly-client-id"]')?.content.trim() ??
  "";

/** Returns LaunchDarkly if the page was served with a client-side ID, else the portal's own API. */
export function flagSource(): FlagSource {
  const environment = clientId();
  if (environment !== "") return { environment, options: {} };
  // Not `location.origin`: in some engines that of app://portal is "null".
  const base = `${window.location.protocol}//${window.location.host}/api/flags`;
  return { environment: embeddedFlagEnvironment, options: { baseUrl: base, streamUrl: base } };
}
