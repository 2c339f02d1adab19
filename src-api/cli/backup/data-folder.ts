import { copyFile, mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** Name of the embedded database in DATA_DIR. */
const databaseFolder = "database";

/** Where instances mark their folder of media (infra/media-storage/shared-media.ts): a restored copy is another folder. */
const marksFolder = "media/instances";

/** What only belongs to a running process, or to a backup or restore under way. */
const temporary =
  /^(instance\.lock.*|command-credential\.json.*|(backup|restore|before-restore)-.+)$/;

/** What others leave at the top of DATA_DIR, which is also the home of the portal's user: npm's logs, histories of shells, dumps. */
const foreign = /^(\..*|lost\+found|core(\.\d+)?|nohup\.out|.+\.log)$/;

/** Resolves to null if a file or folder does not exist, or not any more. */
const unlessGone = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

async function ownNames(dataDir: string): Promise<string[]> {
  const names = (await unlessGone(readdir(dataDir))) ?? [];
  return names.filter((name) => !temporary.test(name) && !foreign.test(name));
}

/** Paths in DATA_DIR, with slashes on every system. */
type DataFiles = {
  files: string[];
  /** What is neither a file nor a folder, since links are not followed, or has a backslash in its name. */
  leftOut: string[];
  /** What is not the portal's, at the top of the folder. */
  foreign: string[];
};

async function addFilesBelow(dataDir: string, folder: string, found: DataFiles): Promise<void> {
  const entries = await unlessGone(readdir(join(dataDir, folder), { withFileTypes: true }));
  for (const entry of entries ?? []) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (path === databaseFolder || path === marksFolder || (folder === "" && temporary.test(path)))
      continue;
    if (folder === "" && foreign.test(path)) {
      found.foreign.push(path);
      continue;
    }
    // Separates folders on Windows: backups refuse it.
    const isPortable = !entry.name.includes("\\");
    if (entry.isDirectory() && isPortable) await addFilesBelow(dataDir, path, found);
    else (entry.isFile() && isPortable ? found.files : found.leftOut).push(path);
  }
}

export async function listDataFiles(dataDir: string): Promise<DataFiles> {
  const found: DataFiles = { files: [], leftOut: [], foreign: [] };
  await addFilesBelow(dataDir, "", found);
  const { files, leftOut, foreign: others } = found;
  return { files: files.toSorted(), leftOut: leftOut.toSorted(), foreign: others.toSorted() };
}

/** Copies files of DATA_DIR to a folder. Returns the paths of those that were still there. */
export async function copyDataFiles(
  dataDir: string,
  paths: readonly string[],
  folder: string,
): Promise<string[]> {
  const copied: string[] = [];
  for (const path of paths) {
    const to = join(folder, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const isCopied = await unlessGone(copyFile(join(dataDir, path), to).then(() => true));
    if (isCopied) copied.push(path);
  }
  return copied;
}

/** Returns whether something that exists is DATA_DIR or lies in it, by whatever name. */
export async function isInDataFolder(dataDir: string, path: string): Promise<boolean> {
  const folder = await unlessGone(realpath(dataDir));
  if (folder === null) return false;
  const way = relative(folder, await realpath(path));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

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
 * Moves everything in the folder `staged` to DATA_DIR, replacing what belongs to the installation there.
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
