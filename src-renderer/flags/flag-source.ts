import type { LDOptions } from "launchdarkly-js-client-sdk";
import { embeddedFlagEnvironment } from "../../src-shared/flags.ts";

/** An environment of a flag service, and the options that lead the SDK to it. */
export type FlagSource = { environment: string; options: LDOptions };

const clientId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="launchdarkly-client-id"]')?.content.trim() ??
  "";

/** LaunchDarkly, where whoever serves the page names a client-side ID; else the portal's own API. */
export function flagSource(): FlagSource {
  const environment = clientId();
  if (environment !== "") return { environment, options: {} };
  // Not `location.origin`: some engines call that of app://portal "null".
  const base = `${window.location.protocol}//${window.location.host}/api/flags`;
  return { environment: embeddedFlagEnvironment, options: { baseUrl: base, streamUrl: base } };
}
