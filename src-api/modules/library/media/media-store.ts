import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, copyFile, mkdir, rename } from "node:fs/promises";
import { extname, join } from "node:path";

/** Returns the folder of imported files of media. Their names are the SHA-256 of their bytes. */
export const mediaStoreOf = (dataDir: string): string => join(dataDir, "media");

/** Returns the name under which a file is stored: the same bytes have the same name. */
export async function storedName(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // no encoding is set
  return `${hash.digest("hex")}${extname(path)}`;
}

/** Copies a file to the media folder, unless it is there. It is there as a whole or not at all. */
export async function storeFile(dataDir: string, path: string, name: string): Promise<void> {
  const folder = mediaStoreOf(dataDir);
  const target = join(folder, name);
  const isStored = await access(target).then(
    () => true,
    () => false,
  );
  if (isStored) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${target}.${randomUUID()}.draft`;
  await copyFile(path, draft);
  await rename(draft, target);
}
