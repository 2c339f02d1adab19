import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";

/** Name of the embedded database in DATA_DIR. */
const databaseFolder = "database";

/** What only belongs to a running process, or to a backup or restore under way. */
const temporary =
  /^(database\.lock|command-credential\.json.*|(backup|restore|before-restore)-.+)$/;

/** Lists the names in DATA_DIR that belong to the installation. */
async function ownNames(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => []); // there is no such folder yet
  return names.filter((name) => !temporary.test(name));
}

/** Lists the files of an installation beside its database, by their paths in DATA_DIR. */
export async function listDataFiles(dataDir: string): Promise<string[]> {
  const names = new Set(await ownNames(dataDir));
  const found = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => {
      const [top = ""] = path.split("/");
      return names.has(top) && top !== databaseFolder;
    })
    .toSorted();
}

/** Returns whether DATA_DIR contains an embedded database. */
export const hasEmbeddedDatabase = async (dataDir: string): Promise<boolean> =>
  (await readdir(join(dataDir, databaseFolder)).catch(() => [])).length > 0;

/** Files that took the place of others. */
export type Swapped = {
  /** Brings the former files back. */
  undo(): Promise<void>;
  /** Deletes the former files. */
  finish(): Promise<void>;
};

/**
 * Moves everything in the folder `staged` to DATA_DIR, in place of what belongs to the installation there.
 * If a file cannot be moved, everything is as before.
 *
 * @param embedded whether the embedded database is replaced, too
 */
export async function swapIn(
  dataDir: string,
  staged: string,
  { embedded }: { embedded: boolean },
): Promise<Swapped> {
  const former = join(dataDir, `before-restore-${Date.now()}`);
  await mkdir(former, { mode: 0o700 });
  const moved: [from: string, to: string][] = [];
  const move = async (name: string, from: string, to: string) => {
    await rename(join(from, name), join(to, name));
    moved.push([join(from, name), join(to, name)]);
  };
  const undo = async () => {
    for (const [from, to] of moved.toReversed()) await rename(to, from);
    await rm(former, { recursive: true });
  };
  try {
    for (const name of await ownNames(dataDir)) {
      if (embedded || name !== databaseFolder) await move(name, dataDir, former);
    }
    for (const name of await readdir(staged)) await move(name, staged, dataDir);
  } catch (error) {
    await undo();
    throw error;
  }
  return { undo, finish: () => rm(former, { recursive: true }) };
}
