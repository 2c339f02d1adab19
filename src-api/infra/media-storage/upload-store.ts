import { randomUUID } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import type { DataStore } from "@tus/server";
import { videoPartSize } from "#shared/api/studio-videos.ts";
import { dayMs } from "#shared/durations.ts";
import type { Config } from "../../config.ts";
import { mediaFolderOf } from "./folder-storage.ts";
import type { MediaStorage } from "./media-storage.ts";
import { openMediaStorage } from "./open-media-storage.ts";
import { clientConfigOf } from "./s3-storage.ts";

/** Where the storage of media keeps files while they are uploaded. */
const folder = "uploads/";

/** Time from its start after which an upload is removed, complete or not. */
export const uploadLifeMs = 7 * dayMs;

export const uploadName = (id: string) => `${folder}${id}`;

/** Files that are being uploaded in parts, by the tus protocol, into the storage of media. */
export type UploadStore = {
  store: DataStore;
  keyOf: (id: string) => string;
  newId: () => string;
};

/** Opens the place of uploads of an installation: in its S3 service, so that any machine continues them, else in the folder of media. */
export async function openUploadStore(
  config: Pick<Config, "dataDir" | "mediaDir" | "mediaS3">,
): Promise<UploadStore> {
  const { mediaS3 } = config;
  const newId = () => randomUUID().replaceAll("-", "");
  if (!mediaS3) {
    const directory = mediaFolderOf(config);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const store = new FileStore({ directory, expirationPeriodInMilliseconds: uploadLifeMs });
    return { store, keyOf: uploadName, newId };
  }
  const { S3Store } = await import("@tus/s3-store");
  const store = new S3Store({
    partSize: videoPartSize,
    expirationPeriodInMilliseconds: uploadLifeMs,
    useTags: false,
    s3ClientConfig: { ...clientConfigOf(mediaS3), bucket: mediaS3.bucket },
  });
  return { store, keyOf: (id) => mediaS3.prefix + uploadName(id), newId };
}

/** Returns the bytes that are still to arrive of all uploads; 0 with S3, whose room is not known. */
export async function stillToArrive(
  config: Pick<Config, "dataDir" | "mediaDir" | "mediaS3">,
  { store, keyOf }: UploadStore,
): Promise<number> {
  if (config.mediaS3) return 0;
  const names = await readdir(join(mediaFolderOf(config), folder)).catch(() => []);
  const ids = names.filter((name) => !name.includes("."));
  const left = ids.map(async (id) => {
    const { size = 0, offset } = await store.getUpload(keyOf(id));
    return size - offset;
  });
  const known = await Promise.allSettled(left);
  return known.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
}

/** Removes an upload with what its store keeps beside it. */
export async function removeUpload(
  { store, keyOf }: UploadStore,
  storage: MediaStorage,
  id: string,
): Promise<void> {
  // It fails for an upload that is complete, and leaves its files.
  await store.remove(keyOf(id)).catch(() => {});
  const names = ["", ".json", ".info", ".part"].map((end) => uploadName(id) + end);
  await Promise.all(names.map((name) => storage.remove(name)));
}

/** Removes uploads that were begun so long ago that they cannot be continued. */
export async function removeExpiredUploads(
  config: Pick<Config, "dataDir" | "mediaDir" | "mediaS3">,
  now: Date,
): Promise<void> {
  const storage = openMediaStorage(config);
  const expired = new Set<string>();
  for await (const { name, storedAt } of storage.list(now)) {
    if (!name.startsWith(folder) || storedAt.getTime() > now.getTime() - uploadLifeMs) continue;
    expired.add(name.slice(folder.length).replace(/\.\w+$/, ""));
  }
  if (expired.size === 0) return;
  const uploads = await openUploadStore(config);
  for (const id of expired) await removeUpload(uploads, storage, id);
}
