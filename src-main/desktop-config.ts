import * as z from "zod/mini";
import { isEncryptedOrLocal } from "./encrypted-or-local.ts";

/** What an installation of the desktop app is told from outside. */
export type DesktopConfig = {
  /** Origin of the API host, without a path: `https://portal.example.com`. */
  apiOrigin: string;
  launchDarklyClientId: string | null;
};

/** A variable of the environment that cannot be used; the message names it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The token travels to that host: without TLS it does not leave this machine. */
const isSafeOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.origin === "null" || url.username !== "" || url.pathname !== "/") return false;
  return isEncryptedOrLocal(url);
};

const environmentSchema = z.object({
  PORTAL_API_ORIGIN: z.string().check(
    z.refine(isSafeOrigin, {
      error: "has to be an https address without a path, or http on this machine",
    }),
  ),
  LAUNCHDARKLY_CLIENT_ID: z.string(),
});

type Environment = Record<string, string | undefined>;

/** What the build was given, for machines whose environment says nothing. */
export const builtIn: Environment = import.meta.env ?? {};

/**
 * Parses the environment; what it leaves out or empty is as the app was built. Throws a ConfigError.
 */
export function readDesktopConfig(
  environment: Environment,
  built: Environment = builtIn,
): DesktopConfig {
  const given = (name: string) => environment[name] || built[name];
  const parsed = environmentSchema.safeParse({
    PORTAL_API_ORIGIN: given("PORTAL_API_ORIGIN") || "http://127.0.0.1:4000",
    LAUNCHDARKLY_CLIENT_ID: given("LAUNCHDARKLY_CLIENT_ID") || "",
  });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `The environment variable ${String(issue.path[0])} ${issue.message}.`,
    );
    throw new ConfigError(problems.join(" "));
  }
  const { PORTAL_API_ORIGIN, LAUNCHDARKLY_CLIENT_ID } = parsed.data;
  return {
    apiOrigin: new URL(PORTAL_API_ORIGIN).origin,
    launchDarklyClientId: LAUNCHDARKLY_CLIENT_ID || null,
  };
}
