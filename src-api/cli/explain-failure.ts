import { statfsSync } from "node:fs";
import { dirname, sep } from "node:path";
import { BrandError } from "#api/brand.ts";
import { ConfigError, type Config } from "#api/config.ts";
import { DemoAccountsError } from "#api/demo/demo-accounts.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { DataDirInUseError, DataDirLockError } from "#api/infra/data-dir-lock.ts";
import { DatabaseConnectionError } from "#api/infra/database/connect.ts";
import { MissingExtensionError, OutdatedDatabaseError } from "#api/infra/database/migrate.ts";
import { DiskFullError, freeBytes, isDiskFull } from "#api/infra/disk.ts";
import { MediaStorageError } from "#api/infra/media-storage/media-storage-error.ts";
import { MailServerError } from "#api/infra/mail/mail-server.ts";
import { DataKeyError } from "#api/infra/secrets/data-key.ts";
import { nameSettingsFile } from "#api/settings.ts";
import { FolderError } from "#api/infra/folders.ts";
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
  DiskFullError,
  DatabaseConnectionError,
  FolderError,
  MailServerError,
  MediaStorageError,
  DemoAccountsError,
  MissingExtensionError,
  OutdatedDatabaseError,
];

/** The server that could not listen: the portal or its metrics endpoint. */
type Listener = { host: string; port: number; names: "HOST, PORT" | "METRICS_HOST, METRICS_PORT" };

function listenerOf(error: object, { host, port, metrics }: Config): Listener {
  const of = (name: string) => Reflect.get(error, name) as unknown; // properties that Node adds to socket errors
  const ofMetrics =
    metrics &&
    (of("port") === undefined
      ? (of("hostname") ?? of("address")) === metrics.host && metrics.host !== host
      : of("port") === metrics.port && (of("address") === metrics.host || metrics.port !== port));
  return ofMetrics
    ? { ...metrics, names: "METRICS_HOST, METRICS_PORT" }
    : { host, port, names: "HOST, PORT" };
}

const unknownName = ({ host, names }: Listener) =>
  `The name ${host} is unknown. Choose another address to listen on (${names}), such as 127.0.0.1.`;

const listenErrors: Record<string, (listener: Listener) => string> = {
  EADDRINUSE: ({ host, port, names }) =>
    names === "HOST, PORT"
      ? `Port ${port} on ${host} is in use. Stop what listens there, or choose another one: PORT=4001 npm start`
      : `Port ${port} on ${host} is in use. Stop what listens there, or choose another METRICS_PORT.`,
  EACCES: ({ host, port, names }) =>
    `Listening on ${host}:${port} is not allowed. Choose another one (${names}): ports below 1024 need a permission of the system.`,
  EADDRNOTAVAIL: ({ host, names }) =>
    `This machine has no address ${host}. Choose another one to listen on (${names}).`,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
};

function explainSystemError(error: NodeJS.ErrnoException, config: Config): string | null {
  const { code = "", syscall, path } = error;
  if (syscall === "listen" || syscall === "getaddrinfo") {
    return listenErrors[code]?.(listenerOf(error, config)) ?? null;
  }
  if (!path || !isInside(config.dataDir, path)) return null;
  const { dataDir } = config;
  const named = path === dataDir ? `${path} (DATA_DIR)` : `${path} in DATA_DIR`;
  const advice = dataDirErrors[code];
  return advice ? `${named} ${advice} (${code})` : null;
}

/** Explains which disk is full: that of the error's file, else of DATA_DIR or MEDIA_DIR, whichever has less free. */
function explainFullDisk(error: unknown, { dataDir, mediaDir }: Config): string {
  const path: unknown = Object(error).dest ?? Object(error).path;
  const folders = [dataDir, ...(mediaDir === null ? [] : [mediaDir])];
  const freeIn = (folder: string) => {
    try {
      return freeBytes(statfsSync(folder));
    } catch {
      return Number.POSITIVE_INFINITY; // there is no such folder
    }
  };
  const own =
    typeof path === "string"
      ? (folders.find((one) => isInside(one, path)) ?? dirname(path))
      : folders.toSorted((a, b) => freeIn(a) - freeIn(b))[0];
  const folder = own ?? dataDir;
  const name = folder === dataDir ? " (DATA_DIR)" : folder === mediaDir ? " (MEDIA_DIR)" : "";
  const free = freeIn(folder);
  const left = Number.isFinite(free) ? `: ${Math.floor(free / 1_000_000)} MB are free` : "";
  return `The disk of ${folder}${name} is full${left}. Make room on it, and try again.`;
}

const isInside = (folder: string, path: string) => path === folder || path.startsWith(folder + sep);

const forbidden =
  "cannot be read or written by this user. Run this as the user of the portal, give the folder to that user with chown -R, or set another DATA_DIR.";
const notFolder =
  "is not what the portal expects: a folder instead of a file, or a file instead of a folder. Move it away, or set another DATA_DIR.";

/** What a file system error in DATA_DIR means and what to do about it, by error code. */
const dataDirErrors: Record<string, string> = {
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: forbidden,
  EISDIR: notFolder,
  ENOTDIR: notFolder,
  EEXIST: notFolder,
  ENOENT:
    "is not there: something has removed it, or a link above it leads to nothing. Put it back, or set another DATA_DIR.",
  ELOOP: "is a link that leads back to itself. Move it away, or set another DATA_DIR.",
};

/** Explains an expected failure and what to do about it. Returns null for others, which need their stack trace. */
export function explainFailure(error: unknown, config: Config | null): string | null {
  if (config && isDiskFull(error)) return nameSettingsFile(explainFullDisk(error, config));
  if (!(error instanceof Error)) return null;
  const sentence = expectedErrors.some((kind) => error instanceof kind)
    ? error.message
    : config && explainSystemError(error, config);
  return sentence && nameSettingsFile(sentence);
}
