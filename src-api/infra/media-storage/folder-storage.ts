import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join, sep } from "node:path";
import { hourMs } from "#shared/durations.ts";
import type { Config } from "#api/config.ts";
import type { MediaStorage, StoredMedia } from "./media-storage.ts";
import { isMissingFile, MediaStorageError } from "./media-storage-error.ts";

/** Age at which a draft is left over from a process that was killed: no copy takes that long. */
const draftLifeMs = hourMs;

/** Resolves to null if there is no such file. Rejects with a MediaStorageError for other failures. */
const unlessMissing = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (isMissingFile(error)) return null;
    throw new MediaStorageError(`The folder of media cannot be read: ${String(error)}`, {
      cause: error,
    });
  });

/** Lists the stored files, and removes drafts that are older than any copy under way. */
async function* listFiles(folder: string, now: Date, below = ""): AsyncGenerator<StoredMedia> {
  for (const path of (await unlessMissing(readdir(folder, { recursive: true }))) ?? []) {
    const name = path.replaceAll(sep, "/");
    if (!name.startsWith(below)) continue;
    const found = await unlessMissing(stat(join(folder, name)));
    if (!found?.isFile()) continue;
    if (!name.endsWith(".draft")) yield { name, storedAt: found.mtime };
    else if (found.mtimeMs < now.getTime() - draftLifeMs)
      await rm(join(folder, name), { force: true });
  }
}

async function removeDrafts(folder: string): Promise<void> {
  const files = listFiles(folder, new Date());
  while (!(await files.next()).done);
}

/** Returns the folder that stores media: MEDIA_DIR, else `media` in DATA_DIR. */
export const mediaFolderOf = ({ dataDir, mediaDir }: Pick<Config, "dataDir" | "mediaDir">) =>
  mediaDir ?? join(dataDir, "media");

/** Stores media in a folder of this machine, or in MEDIA_DIR, which several instances may share. */
export function folderStorage(config: Pick<Config, "dataDir" | "mediaDir">): MediaStorage {
  const folder = mediaFolderOf(config);
  let cleaned: Promise<void> | null = null;
  const sizeOf = async (name: string) =>
    (await unlessMissing(stat(join(folder, name))))?.size ?? null;
  const store: MediaStorage["store"] = async (path, name) => {
    if ((await sizeOf(name)) !== null) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await (cleaned ??= removeDrafts(folder));
    const target = join(folder, name);
    const draft = `${target}.${randomUUID()}.draft`;
    try {
      await copyFile(path, draft);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
  return {
    holdsContentFolder: config.mediaDir !== null,
    sizeOf,
    read: async (name, range) => {
      const file = await unlessMissing(open(join(folder, name)));
      return file?.createReadStream({ ...range }) ?? null;
    },
    store,
    copy: async (from, name) => {
      const [source, target] = [join(folder, from), join(folder, name)];
      // Gigabytes take no time; some file systems know no links.
      await link(source, target).catch(() => store(source, name));
      // Unused files are removed by their age.
      await utimes(target, new Date(), new Date());
    },
    list: (now, below) => listFiles(folder, now, below),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
