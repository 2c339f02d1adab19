import { randomUUID } from "node:crypto";
import { rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "#api/config.ts";
import { ApiError } from "./api-error.ts";
import { mediaFolderOf } from "./media-storage/folder-storage.ts";

type StorageSettings = Pick<Config, "dataDir" | "mediaDir" | "mediaS3" | "databaseUrl">;

const megabyte = 1_000_000;

/** The embedded database writes logs of 16 MB, and cannot go on where one does not fit. A new one has 40 MB. */
const embeddedNeeds = { running: 32 * megabyte, first: 96 * megabyte };
const filesNeed = megabyte;

/** What uploads leave free, of the disk and at most. */
const uploadReserve = { share: 0.05, most: 1000 * megabyte };

/** Thrown at a start without room. The message names the folder, and says what to do. */
export class DiskFullError extends Error {
  override name = "DiskFullError";
}

/** Returns the bytes of a disk that are free to this user. */
export const freeBytes = ({ bavail, bsize }: { bavail: number; bsize: number }): number =>
  bavail * bsize;

/** Returns free and all bytes of the disk of a folder, or of the nearest one above that exists. */
async function diskOf(folder: string): Promise<{ free: number; size: number }> {
  try {
    const found = await statfs(folder);
    return { free: freeBytes(found), size: found.blocks * found.bsize };
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return diskOf(dirname(folder));
  }
}

const codes = new Set(["ENOSPC", "EDQUOT", "53100"]);
/** Of the errors of the file system that the embedded database passes on as they are. */
const embeddedFull = 51;

/** Returns whether something failed because a disk, or what a user may have of it, is full: here or at PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  for (
    let at: unknown = error;
    typeof at === "object" && at !== null;
    at = Reflect.get(at, "cause")
  ) {
    if (codes.has(String(Reflect.get(at, "code")))) return true;
    if (Reflect.get(at, "name") === "ErrnoError" && Reflect.get(at, "errno") === embeddedFull)
      return true;
  }
  return false;
}

/** Returns the folders that a portal writes to, with the free bytes that each needs. */
function foldersOf(storage: StorageSettings): Map<string, number> {
  const folders = new Map<string, number>();
  if (!storage.mediaS3) folders.set(mediaFolderOf(storage), filesNeed);
  folders.set(storage.dataDir, storage.databaseUrl ? filesNeed : embeddedNeeds.running);
  return folders;
}

/** Throws a DiskFullError where a start would fail in the middle for want of room. */
export async function requireDisk(storage: StorageSettings): Promise<void> {
  const isNew =
    !storage.databaseUrl && !(await stat(join(storage.dataDir, "database")).catch(() => null));
  for (const [folder, usual] of foldersOf(storage)) {
    const needed = isNew && folder === storage.dataDir ? embeddedNeeds.first : usual;
    const { free } = await diskOf(folder);
    if (free >= needed) continue;
    const isOwn = folder === storage.mediaDir;
    const name = isOwn ? "MEDIA_DIR" : "DATA_DIR";
    throw new DiskFullError(
      `The disk of ${folder} (${name}) is full: ${Math.floor(free / megabyte)} MB are free, and a start needs ${needed / megabyte} MB. Make room on it, or set another ${name} with the files of this one.`,
    );
  }
}

/** Returns false while the embedded database could not go on after a write: it would never answer again. */
export const isDatabaseWritable = async (storage: StorageSettings): Promise<boolean> =>
  storage.databaseUrl !== null || (await diskOf(storage.dataDir)).free >= embeddedNeeds.running;

/** Throws `storage-full` while nothing may be written to the embedded database. */
export async function requireWritableDatabase(storage: StorageSettings): Promise<void> {
  if (!(await isDatabaseWritable(storage))) throw new ApiError("storage-full");
}

/** Returns whether a portal has room for what it writes, and can write it. */
export async function isDiskUsable(storage: StorageSettings): Promise<boolean> {
  for (const [folder, needed] of foldersOf(storage)) {
    if ((await diskOf(folder)).free < needed) return false;
    // Only a write reveals quotas, and disks that became read-only. Folders of media are made by the first file.
    const probe = join(folder, `.${randomUUID()}.probe`);
    const isThere = await stat(folder).catch(() => null);
    if (!isThere) continue;
    try {
      await writeFile(probe, Buffer.alloc(4096));
    } catch {
      return false;
    } finally {
      await rm(probe, { force: true }).catch(() => {});
    }
  }
  return true;
}

/**
 * Throws `storage-full` for a file of media that would leave too little free for everything else.
 *
 * @param bytes of the file, and of those that are still to arrive
 */
export async function requireFreeSpace(storage: StorageSettings, bytes: number): Promise<void> {
  if (storage.mediaS3) return;
  const folder = mediaFolderOf(storage);
  const { free, size } = await diskOf(folder);
  const needed = foldersOf(storage).get(storage.mediaDir ?? storage.dataDir) ?? 0;
  const reserve = Math.min(uploadReserve.share * size, uploadReserve.most) + needed;
  if (free - bytes < reserve) throw new ApiError("storage-full");
}
