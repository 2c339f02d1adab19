import { access, constants, lstat, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Thrown if something else stands where the portal needs a folder or file; the message says what to do. */
export class FolderError extends Error {
  override name = "FolderError";
}

type NamedPath = {
  path: string;
  /** How messages name it: its path and its setting. */
  named: string;
  wayOut: string;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

/** Returns whether there is a folder or file at a path. Rejects with a FolderError for anything else there, else with the system's error. */
async function isThere(
  { path, named, wayOut }: NamedPath,
  kind: "file" | "folder",
): Promise<boolean> {
  const refuse = (what: string) => new FolderError(`${named} ${what}. ${wayOut}`);
  const found = await stat(path).catch((error: unknown) => {
    const code = codeOf(error);
    if (code === "ENOENT") return null;
    if (code === "ENOTDIR") throw refuse("is below a file");
    if (code === "ELOOP") throw refuse("is a link that leads back to itself");
    throw error;
  });
  if (found === null) return false;
  if (kind === "folder" && !found.isDirectory()) {
    throw refuse("is a file, and has to be a folder");
  }
  if (kind === "file" && !found.isFile()) {
    throw refuse(
      `is ${found.isDirectory() ? "a folder" : "a device or a pipe"}, and has to be a file`,
    );
  }
  return true;
}

/** A folder that a setting names. */
export type SettingFolder = {
  setting: "BRAND_DIR" | "CONTENT_DIR" | "MEDIA_DIR";
  path: string;
  /** Whether the portal writes there, too. */
  isWritten: boolean;
  /** What to do about a path that is no folder. */
  wayOut: string;
};

/** Returns whether the folder of a setting is there. Rejects with a FolderError if it is a file, or cannot be used. */
export async function hasFolder(folder: SettingFolder): Promise<boolean> {
  const { setting, path, isWritten, wayOut } = folder;
  const named = `${path} (${setting})`;
  const mode = constants.R_OK | constants.X_OK | (isWritten ? constants.W_OK : 0);
  try {
    if (!(await isThere({ path, named, wayOut }, "folder"))) return false;
    await access(path, mode);
    return true;
  } catch (error) {
    if (error instanceof FolderError) throw error;
    throw new FolderError(
      `${named} cannot be ${isWritten ? "read and written" : "read"} by this user (${codeOf(error)}). Run this as the user of the portal, or give the folder to that user.`,
    );
  }
}

/** The files and folders that the portal creates in DATA_DIR. */
const ownEntries = {
  "command-credential.json": "file",
  "data-key": "file",
  database: "folder",
  "demo-password": "file",
  "instance.lock": "file",
  media: "folder",
  outbox: "folder",
} as const satisfies Record<string, "file" | "folder">;

/**
 * Creates DATA_DIR if it is missing, and checks the files and folders that the portal creates in it. Rejects with a FolderError for a
 * file instead of a folder, a folder instead of a file, and a dangling link; with the system's error for what this user cannot use.
 */
export async function requireDataDir(dataDir: string): Promise<void> {
  const wayOut = "Move it away, or set another DATA_DIR.";
  const check = async (entry: NamedPath, kind: "file" | "folder") => {
    if (await isThere(entry, kind)) {
      await access(entry.path, constants.R_OK | constants.W_OK);
    } else if (await lstat(entry.path).catch(() => null)) {
      throw new FolderError(`${entry.named} is a link to something that is not there. ${wayOut}`);
    }
  };
  await check({ path: dataDir, named: `${dataDir} (DATA_DIR)`, wayOut }, "folder");
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    if (!["ENOENT", "ENOTDIR"].includes(codeOf(error))) throw error;
    throw new FolderError(
      `${dataDir} (DATA_DIR) is below a link to something that is not there. Correct the link, or set another DATA_DIR.`,
    );
  });
  for (const [name, kind] of Object.entries(ownEntries)) {
    const path = join(dataDir, name);
    await check({ path, named: `${path} in DATA_DIR`, wayOut }, kind);
  }
}
