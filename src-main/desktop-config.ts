import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import * as z from "zod/mini";
import { isEncryptedOrLocal } from "./encrypted-or-local.ts";

/** Settings of an installation of the desktop app. */
export type DesktopConfig = {
  /** Origin of the portal, without a path: `https://portal.example.com`. Null if the user chooses it. */
  apiOrigin: string | null;
  launchDarklyClientId: string | null;
};

/** An invalid setting. The message names it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The token is sent to this host, so it has to use TLS unless it is this machine. */
const isSafeOrigin = (text: string): boolean => {
  if (text === "") return true; // not set
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

/** Defaults set at build time. */
export const builtIn: Record<string, string | undefined> = import.meta.env ?? {};

/** Settings file of the packaged app, in the folder of the user's data. */
const fileName = "portal.json";

/** Reads the settings file of a folder; returns none if it does not exist. Throws a ConfigError. */
function readSettingsFile(folder: string): Settings {
  const path = join(folder, fileName);
  if (!existsSync(path)) return {};
  const problem = new ConfigError(`${path} must contain a JSON object of settings.`);
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

const originOf = (address: unknown) => URL.parse(String(address))?.origin;

/** Parses settings; missing ones are taken from the build. Throws a ConfigError that names `source`. */
export function parseDesktopConfig(
  source: string,
  settings: Settings,
  built: Settings,
): DesktopConfig {
  const origin = settings["PORTAL_API_ORIGIN"] || built["PORTAL_API_ORIGIN"] || "";
  // A client ID of LaunchDarkly that is built in belongs to the portal that is built in.
  const isBuiltIn = originOf(origin) === originOf(built["PORTAL_API_ORIGIN"]);
  const builtId = isBuiltIn && built["LAUNCHDARKLY_CLIENT_ID"];
  const parsed = settingsSchema.safeParse({
    PORTAL_API_ORIGIN: origin,
    LAUNCHDARKLY_CLIENT_ID: settings["LAUNCHDARKLY_CLIENT_ID"] || builtId || "",
  });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${String(path[0])} in ${source} ${message}.`,
    );
    throw new ConfigError(problems.join(" "));
  }
  const { PORTAL_API_ORIGIN, LAUNCHDARKLY_CLIENT_ID } = parsed.data;
  return {
    apiOrigin: PORTAL_API_ORIGIN === "" ? null : new URL(PORTAL_API_ORIGIN).origin,
    launchDarklyClientId: LAUNCHDARKLY_CLIENT_ID || null,
  };
}

/**
 * Returns the configuration. In development it comes from the environment. A packaged app reads its
 * settings file and its build instead: otherwise any program that can set an environment variable
 * could redirect the user's token to its own host. Throws a ConfigError.
 */
export function readDesktopConfig(built: Settings = builtIn): DesktopConfig {
  if (!app.isPackaged) return parseDesktopConfig("the environment", process.env, built);
  const folder = app.getPath("userData");
  return parseDesktopConfig(join(folder, fileName), readSettingsFile(folder), built);
}
