import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Name of the lock in DATA_DIR. */
const lockFile = "instance.lock";

/** Thrown when another instance uses the data folder. */
export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";
}

/**
 * Locks a data folder for this instance of the portal, which its workers share, and returns the function that
 * unlocks it. The lock is SQLite's own on an empty file: the system releases it when the process ends, however
 * that happens. Throws a DataDirInUseError while another instance has it: both would write the same outbox and
 * media, and commands would reach whichever started last.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, lockFile));
  try {
    file.exec("begin exclusive");
  } catch (cause) {
    file.close();
    throw new DataDirInUseError(
      `Another instance of the portal uses ${dataDir} (DATA_DIR). Stop it, or give each instance a DATA_DIR of its own.`,
      { cause },
    );
  }
  return () => file.close();
}
