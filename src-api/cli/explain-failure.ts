import { BrandError } from "../brand.ts";
import { ConfigError, type Config } from "../config.ts";
import { DemoAccountsError } from "../demo/demo-accounts.ts";
import { ContentError } from "../infra/content-folder/content-error.ts";
import { DataDirInUseError } from "../infra/data-dir-lock.ts";
import { DatabaseInUseError, MissingExtensionError } from "../infra/database/connect.ts";
import { MediaStorageError } from "../infra/media-storage/media-storage-error.ts";
import { DataKeyError } from "../infra/secrets/data-key.ts";
import { BackupError } from "./backup/backup-error.ts";
import { BuildError } from "./build/build-renderer.ts";
import { CommandError } from "./channel/command-channel.ts";

const expectedErrors = [
  BackupError,
  BrandError,
  BuildError,
  CommandError,
  ConfigError,
  ContentError,
  DatabaseInUseError,
  DataDirInUseError,
  DataKeyError,
  MediaStorageError,
  DemoAccountsError,
  MissingExtensionError,
];

const listenErrors: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use. Stop what listens there, or choose another one: PORT=4001 npm start`,
  EACCES: ({ host, port }) => `Listening on ${host}:${port} is not allowed. Choose another PORT.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Choose another HOST.`,
};

function explainSystemError(error: NodeJS.ErrnoException, config: Config): string | null {
  const { code = "", syscall, path } = error;
  if (syscall === "listen") return listenErrors[code]?.(config) ?? null;
  if (code === "ECONNREFUSED") return "No PostgreSQL server answers at DATABASE_URL.";
  const isForbidden = code === "EACCES" || code === "EPERM" || code === "EROFS";
  return isForbidden && path?.startsWith(config.dataDir)
    ? `${path} in DATA_DIR cannot be read or written by this user: ${code}.`
    : null;
}

/**
 * Returns an expected failure of the start or of a command as a sentence that says what is wrong and what to
 * do; null for unexpected ones, whose stack trace is needed.
 */
export function explainFailure(error: unknown, config: Config | null): string | null {
  if (!(error instanceof Error)) return null;
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message;
  return config && explainSystemError(error, config);
}
