import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import * as z from "zod/mini";
import { isEncryptedOrLocal } from "./encrypted-or-local.ts";

/** What an installation of the desktop app is told from outside. */
export type DesktopConfig = {
  /** Origin of the API host, without a path: `https://portal.example.com`. */
  apiOrigin: string;
  launchDarklyClientId: string | null;
};

/** A setting that cannot be used; the message names it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The token travels to that host: without TLS it does not leave this machine. */
const isSafeOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.origin === "null" || url.username !== "" || url.pathname !== "/") return false;
  return isEncryptedOrLocal(url);
};

const settingsSchema = z.object({
  PORTAL_API_ORIGIN: z.string().check(
    z.refine(isSafeOrigin, {
      error: "has to be an https address without a path, or http on this machine",
    }),
  ),
  LAUNCHDARKLY_CLIENT_ID: z.string(),
});

type Settings = Record<string, unknown>;

/** What the build was given, for machines that say nothing else. */
export const builtIn: Record<string, string | undefined> = import.meta.env ?? {};

/** The packaged app's own settings, among the user's data. */
const fileName = "portal.json";

/** The settings of a folder's file, none where there is no file. Throws a ConfigError. */
function readSettingsFile(folder: string): Settings {
  const path = join(folder, fileName);
  if (!existsSync(path)) return {};
  const problem = new ConfigError(`${path} has to hold a JSON object of settings.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw problem;
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(content);
  if (!parsed.success) throw problem;
  return parsed.data;
}

/**
 * Parses settings; what they leave out or empty is as the app was built. `source` names them in the
 * message of the ConfigError that it throws.
 */
export function parseDesktopConfig(
  source: string,
  settings: Settings,
  built: Settings,
): DesktopConfig {
  const given = (name: string) => settings[name] || built[name];
  const parsed = settingsSchema.safeParse({
    PORTAL_API_ORIGIN: given("PORTAL_API_ORIGIN") || "http://127.0.0.1:4000",
    LAUNCHDARKLY_CLIENT_ID: given("LAUNCHDARKLY_CLIENT_ID") || "",
  });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${String(path[0])} in ${source} ${message}.`,
    );
    throw new ConfigError(problems.join(" "));
  }
  const { PORTAL_API_ORIGIN, LAUNCHDARKLY_CLIENT_ID } = parsed.data;
  return {
    apiOrigin: new URL(PORTAL_API_ORIGIN).origin,
    launchDarklyClientId: LAUNCHDARKLY_CLIENT_ID || null,
  };
}

/**
 * The configuration of this start. A packaged app takes it from its file and its build: whatever can
 * set a variable of the environment could otherwise have the sign-in sent to a host of its own. In
 * development it comes from the environment. Throws a ConfigError.
 */
export function readDesktopConfig(built: Settings = builtIn): DesktopConfig {
  if (!app.isPackaged) return parseDesktopConfig("the environment", process.env, built);
  const folder = app.getPath("userData");
  return parseDesktopConfig(join(folder, fileName), readSettingsFile(folder), built);
}
