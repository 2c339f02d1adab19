import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { ConfigError, readConfig, type Config } from "./config.ts";

/** Command-line option that the server and all commands share. */
export const settingsOption = {
  flags: "--env-file <file>",
  description: "file with the settings of the portal; RINGSIDE_ENV names it, too",
} as const;

/** Returns the path of the settings file: from `--env-file`, else from RINGSIDE_ENV. */
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

const folders: ReadonlySet<string> = new Set(["BRAND_DIR", "CONTENT_DIR", "DATA_DIR", "MEDIA_DIR"]);

type Settings = Record<string, string | undefined>;

/** Reads a settings file. Folders are relative to the file, not to the working directory. */
function readFileOfSettings(file: string): Settings {
  const written = Object.entries(parseEnv(readFileSync(file, "utf8")));
  const absolute = (name: string, value = "") =>
    value && folders.has(name) ? resolve(dirname(file), value) : value;
  return Object.fromEntries(written.map(([name, value]) => [name, absolute(name, value)]));
}

/** The settings file that was read, with the names of its settings that the environment does not override. */
let source: { file: string; names: ReadonlySet<string> } | null = null;

/** Appends the path of the settings file to a sentence, if that names settings from it. */
export function nameSettingsFile(sentence: string): string {
  const words = new Set(sentence.match(/\b[A-Z][A-Z0-9_]{3,}\b/g));
  const named = [...words].filter((name) => source?.names.has(name));
  if (!source || named.length === 0) return sentence;
  return `${sentence}${sentence.includes("\n") ? "\n" : " "}${named.join(", ")} ${named.length === 1 ? "is" : "are"} set in ${source.file}.`;
}

/** Returns the settings of the file and the environment, which takes precedence. Throws a ConfigError. */
export function loadSettings(args: readonly string[]): Settings {
  const file = settingsFile(args);
  try {
    const written = file ? readFileOfSettings(file) : {};
    const names = Object.keys(written).filter((name) => process.env[name] === undefined);
    source = file ? { file, names: new Set(names) } : null;
    return { ...written, ...process.env };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ConfigError(
      `The file of settings ${file} cannot be read: ${reason}. Correct --env-file or RINGSIDE_ENV, or let this user read the file.`,
    );
  }
}

/** Reads the settings for the server or a command, and adds them to `process.env`. Throws a ConfigError. */
export function readSettings(args: readonly string[] = process.argv.slice(2)): Config {
  // Libraries such as OpenTelemetry read their settings from the environment.
  Object.assign(process.env, loadSettings(args));
  return readConfig(process.env);
}
