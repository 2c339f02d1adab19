import { sep } from "node:path";
import { BrandError } from "../brand.ts";
import { ConfigError, type Config } from "../config.ts";
import { DemoAccountsError } from "../demo/demo-accounts.ts";
import { ContentError } from "../infra/content-folder/content-error.ts";
import { DataDirInUseError, DataDirLockError } from "../infra/data-dir-lock.ts";
import { MissingExtensionError, OutdatedDatabaseError } from "../infra/database/migrate.ts";
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
  DataDirInUseError,
  DataDirLockError,
  DataKeyError,
  MediaStorageError,
  DemoAccountsError,
  MissingExtensionError,
  OutdatedDatabaseError,
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
  if (!path || !isInside(config.dataDir, path)) return null;
  const { dataDir } = config;
  const named = path === dataDir ? `${path} (DATA_DIR)` : `${path} in DATA_DIR`;
  const advice = dataDirErrors[code];
  return advice ? `${named} ${advice} (${code})` : null;
}

const isInside = (folder: string, path: string) => path === folder || path.startsWith(folder + sep);

const forbidden =
  "cannot be read or written by this user. Run this as the user of the portal, give the folder to that user with chown -R, or set another DATA_DIR.";
const notFolder =
  "is not what the portal expects: a folder in place of a file, or a file in place of a folder. Move it away, or set another DATA_DIR.";
const isFull = "cannot be written: the disk is full. Make room, or set another DATA_DIR.";

/** What an error in DATA_DIR means, and what to do. */
const dataDirErrors: Record<string, string> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: forbidden,
  EISDIR: notFolder,
  ENOTDIR: notFolder,
  EEXIST: notFolder,
  ENOSPC: isFull,
  EDQUOT: isFull,
};

/** Returns an expected failure as a sentence that says what to do; null for others, which need their stack trace. */
export function explainFailure(error: unknown, config: Config | null): string | null {
  if (!(error instanceof Error)) return null;
  if (expectedErrors.some((kind) => error instanceof kind)) return error.message;
  return config && explainSystemError(error, config);
}
