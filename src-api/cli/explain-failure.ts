import { ConfigError, type Config } from "../config.ts";
import { DemoAccountsError } from "../demo/demo-accounts.ts";
import { ContentError } from "../infra/content-folder/content-error.ts";
import { DatabaseInUseError, MissingExtensionError } from "../infra/database/connect.ts";
import { BackupError } from "./backup/backup-error.ts";
import { BuildError } from "./build/build-renderer.ts";

const expectedErrors = [
  ConfigError,
  ContentError,
  DatabaseInUseError,
  DemoAccountsError,
  MissingExtensionError,
  BuildError,
  BackupError,
];

const systemErrors: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use. Stop what listens there, or choose another one: PORT=4001 npm start`,
  EACCES: ({ host, port }) => `Listening on ${host}:${port} is not allowed. Choose another PORT.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Choose another HOST.`,
  ECONNREFUSED: () => "No PostgreSQL server answers at DATABASE_URL.",
};

/**
 * Returns an expected failure of the start as a sentence that says what is wrong and what to do;
 * null for unexpected ones, whose stack trace is needed.
 */
export function explainFailure(error: unknown, config: Config | null): string | null {
  if (!(error instanceof Error)) return null;
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message;
  const code = "code" in error ? String(error.code) : "";
  return (config && systemErrors[code]?.(config)) ?? null;
}
