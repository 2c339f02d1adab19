import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { requireDataDir } from "./folders.ts";

const lockFile = "instance.lock";

export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";
}

/** Thrown when the data folder cannot be locked at all. */
export class DataDirLockError extends Error {
  override name = "DataDirLockError";
}

/** SQLite's code for a lock that another connection has. */
const sqliteBusy = 5;

/** Returns why a lock was not got, for whoever runs the portal. */
function explain(cause: unknown, dataDir: string): Error {
  if (cause instanceof Error && "errcode" in cause && cause.errcode === sqliteBusy) {
    return new DataDirInUseError(
      `Another process uses ${dataDir} (DATA_DIR): an instance of the portal, or a command. Stop it, or give each instance a DATA_DIR of its own.`,
      { cause },
    );
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DataDirLockError(
    `${join(dataDir, lockFile)} cannot be locked: ${reason}. It has to be an empty file: delete it if it is not. DATA_DIR has to be on a file system that can lock files.`,
    { cause },
  );
}

/**
 * Locks a data folder for this instance of the portal, or for a command that opens the embedded database itself.
 * Returns the function that unlocks it. The lock is SQLite's own on an empty file: the system releases it when the
 * process ends, however that happens. Throws a DataDirInUseError while another process has it: two instances would
 * write the same outbox and media, and commands would reach whichever started last. Throws a FolderError for what is in the place of
 * the portal's own files; a DataDirLockError, or the system's error, where the folder or the lock cannot be written.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  await requireDataDir(dataDir);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  const path = join(dataDir, lockFile);
  let file: DatabaseSync | null = null;
  try {
    file = new DatabaseSync(path);
    // SQLite would lock a file that it can only read as well, but not against others who do the same.
    await access(path, constants.R_OK | constants.W_OK);
    file.exec("begin exclusive");
    const locked = file;
    return () => locked.close();
  } catch (error) {
    file?.close();
    const isSystemError = error instanceof Error && "syscall" in error;
    throw isSystemError ? error : explain(error, dataDir);
  }
}
