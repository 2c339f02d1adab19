import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { extname } from "node:path";
import type { Config } from "../../config.ts";
import { folderStorage } from "./folder-storage.ts";
import type { MediaStorage } from "./media-storage.ts";
import { s3Storage } from "./s3-storage.ts";

/** Returns the storage of an installation: an S3 service if one is configured, else a folder in DATA_DIR. */
export const openMediaStorage = ({
  dataDir,
  mediaS3,
}: Pick<Config, "dataDir" | "mediaS3">): MediaStorage =>
  mediaS3 ? s3Storage(mediaS3) : folderStorage(dataDir);

/** Returns the name under which a file is stored: the same bytes have the same name. */
export async function storedName(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // no encoding is set
  return `${hash.digest("hex")}${extname(path)}`;
}
