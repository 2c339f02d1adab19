import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "#api/config.ts";
import { folderStorage } from "./folder-storage.ts";
import type { MediaStorage } from "./media-storage.ts";
import { s3Storage } from "./s3-storage.ts";

/** Returns the storage of an installation: an S3 service if one is configured, else a folder. */
export const openMediaStorage = (
  config: Pick<Config, "dataDir" | "mediaDir" | "mediaS3">,
): MediaStorage => (config.mediaS3 ? s3Storage(config.mediaS3) : folderStorage(config));

/** Returns the name under which a file is stored: the same bytes have the same name. */
export async function storedName(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // no encoding is set
  return `${hash.digest("hex")}${extname(path)}`;
}

/** Writes a body to a file, which is removed once `use` is done with it. */
export async function inTemporaryFile<T>(
  body: Readable,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "portal-upload-"));
  try {
    const path = join(folder, "file");
    await pipeline(body, createWriteStream(path));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
