import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { ApiError } from "#api/infra/api-error.ts";
import { inTemporaryFile, openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import {
  openUploadStore,
  removeUpload,
  uploadName,
} from "#api/infra/media-storage/upload-store.ts";
import type { Portal } from "#api/portal.ts";
import { CaptionsError, readCaptionsFile } from "#api/modules/library/media/captions.ts";
import {
  addFiles,
  requireBoth,
  requireWritable,
  workingCopyOf,
  type Act,
} from "#api/modules/library/studio/working-copy.ts";
import { videoFormat } from "./video-format.ts";

type Ground = Pick<Portal, "database" | "now" | "config">;

/** What of an upload is in the name of its file, so that a repeated call finds it. Each upload has a name of its own. */
const nameStart = (slug: string, upload: string) => `${slug}-${upload.slice(0, 8)}.`;

async function hashOf(body: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk as Buffer); // no encoding is set
  return hash.digest("hex");
}

/**
 * Checks a complete upload by its content, and adds it to the files of its entry under the hash of its bytes. Returns its name beside
 * the texts. It is read as a stream, whatever its size.
 */
export async function addVideo(
  { database, now, config }: Ground,
  act: Act,
  upload: string,
): Promise<string> {
  const both = await requireBoth(database, act);
  requireWritable(both);
  const start = nameStart(act.slug, upload);
  const kept = Object.keys(workingCopyOf(both).files).find((name) => name.startsWith(start));
  if (kept !== undefined) return kept;
  const uploads = await openUploadStore(config);
  const found = await uploads.store.getUpload(uploads.keyOf(upload)).catch(() => null);
  if (found?.metadata?.["slug"] !== act.slug) throw new ApiError("not-found");
  const { offset, size = 0 } = found;
  if (offset < size) throw new ApiError("conflict");
  const storage = openMediaStorage(config);
  const file = uploadName(upload);
  const format = await videoFormat((range) => storage.read(file, range), size);
  if (format !== "mp4" && format !== "webm") {
    await removeUpload(uploads, storage, upload);
    throw new ApiError("validation", { fields: { video: format } });
  }
  const body = await storage.read(file, null);
  if (!body) throw new ApiError("not-found");
  const stored = `${await hashOf(body)}.${format}`;
  await storage.copy(file, stored);
  const name = start + format;
  await addFiles({ database, now }, act, () => ({ [name]: stored }));
  // What cannot be removed now is removed when it expires.
  await removeUpload(uploads, storage, upload).catch(() => {});
  return name;
}

/** Returns captions as WebVTT. Throws 400 for what is no captions in UTF-8, with the line where it ends to be. */
function captionsOf(bytes: Buffer): Buffer {
  try {
    return Buffer.from(readCaptionsFile(bytes));
  } catch (error) {
    if (!(error instanceof CaptionsError)) throw error;
    const { line, problem } = error;
    throw new ApiError("validation", {
      fields: { captions: `forms:captions.${problem}` },
      values: { line },
    });
  }
}

/** Stores captions under a name of the entry, in place of former ones. */
export async function addCaptions(
  { database, now, config }: Ground,
  act: Act,
  { name, body }: { name: string; body: Readable },
): Promise<void> {
  const bytes = captionsOf(await buffer(body));
  const stored = `${createHash("sha256").update(bytes).digest("hex")}.vtt`;
  await inTemporaryFile(Readable.from([bytes]), (path) =>
    openMediaStorage(config).store(path, stored),
  );
  await addFiles({ database, now }, act, () => ({ [name]: stored }));
}
