import { parseArgs } from "node:util";
import { ConfigError, readConfig, type Config } from "./config.ts";

/** Option of the server and of every command, declared the same way by all. */
export const settingsOption = {
  flags: "--env-file <file>",
  description: "file with the settings of the portal; RINGSIDE_ENV names it, too",
} as const;

/** Returns the file of settings that the arguments of this process or RINGSIDE_ENV name. */
function settingsFile(args: readonly string[]): string | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { "env-file": { type: "string" } },
    allowPositionals: true,
    strict: false,
  });
  const named = values["env-file"];
  return (typeof named === "string" && named) || process.env["RINGSIDE_ENV"] || undefined;
}

/**
 * Reads the settings: the environment, and what the file of settings has besides (lines of `NAME=value`, as for
 * Node's own `--env-file`). Server and commands read them alike. Throws a ConfigError.
 */
export function readSettings(args: readonly string[] = process.argv.slice(2)): Config {
  const file = settingsFile(args);
  try {
    if (file) process.loadEnvFile(file);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ConfigError(`The file of settings ${file} cannot be read: ${reason}.`);
  }
  return readConfig(process.env);
}
