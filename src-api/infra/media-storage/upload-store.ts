import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { FileStore } from "@tus/file-store";
import type { DataStore } from "@tus/server";
import { videoPartSize } from "#shared/api/studio-videos.ts";
import { dayMs } from "#shared/durations.ts";
import type { Config } from "#api/config.ts";
import { mediaFolderOf } from "./folder-storage.ts";
import type { MediaStorage } from "./media-storage.ts";
import { openMediaStorage } from "./open-media-storage.ts";
import { clientConfigOf } from "./s3-storage.ts";

/** Where the storage of media has files while they are uploaded. */
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

/** An upload that has not arrived as a whole. `metadata` is stored with it. */
export type Unfinished = { id: string; size: number; sent: number; since: Date; metadata: unknown };

/** Returns the uploads that have not arrived as a whole, the oldest first. */
export async function listUnfinished(
  config: Pick<Config, "dataDir" | "mediaDir" | "mediaS3">,
  { store, keyOf }: UploadStore,
): Promise<Unfinished[]> {
  const ids = new Set<string>();
  // An upload to S3 has no object of its own until it is complete.
  for await (const { name } of openMediaStorage(config).list(new Date(), folder)) {
    ids.add(name.slice(folder.length).replace(/\.\w+$/, ""));
  }
  const found = await Promise.allSettled([...ids].map((id) => store.getUpload(keyOf(id))));
  const known = [...ids].flatMap((id, at) => {
    const one = found[at];
    if (one?.status !== "fulfilled") return []; // it was finished or removed meanwhile
    const { size = 0, offset: sent, creation_date: since = 0, metadata } = one.value;
    return sent < size ? [{ id, size, sent, since: new Date(since), metadata }] : [];
  });
  return known.toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

/** Returns the bytes that are still to arrive of all uploads; 0 with S3, whose room is not known. */
export async function remainingUploadBytes(
  config: Pick<Config, "dataDir" | "mediaDir" | "mediaS3">,
  uploads: UploadStore,
): Promise<number> {
  if (config.mediaS3) return 0;
  const unfinished = await listUnfinished(config, uploads);
  return unfinished.reduce((sum, { size, sent }) => sum + size - sent, 0);
}

/** Removes an upload with what is stored beside it. */
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
  for await (const { name, storedAt } of storage.list(now, folder)) {
    if (storedAt.getTime() > now.getTime() - uploadLifeMs) continue;
    expired.add(name.slice(folder.length).replace(/\.\w+$/, ""));
  }
  if (expired.size === 0) return;
  const uploads = await openUploadStore(config);
  for (const id of expired) await removeUpload(uploads, storage, id);
}
