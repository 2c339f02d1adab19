import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { storeVideo, uploadCaptions, uploadPoster } from "#shared/api/studio-videos.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { openMediaStorage, inTemporaryFile } from "#api/infra/media-storage/open-media-storage.ts";
import { captionsFile } from "#api/modules/library/media/media-files.ts";
import { storePicture } from "./pictures.ts";
import { addFiles, requireBoth, requireWritable, workingCopyOf, type Act } from "./working-copy.ts";
import uploadRoutes from "./video-uploads.ts";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { ApiError } from "#api/infra/api-error.ts";
import {
  openUploadStore,
  removeUpload,
  uploadName,
} from "#api/infra/media-storage/upload-store.ts";
import type { Portal } from "#api/portal.ts";
import { CaptionsError, readCaptionsFile } from "#api/modules/library/media/captions.ts";
import type { ByteRange } from "#api/infra/media-storage/media-storage.ts";

/** Time until a call is answered while a video is still being stored: proxies and clients wait longer. */
const answerAfterMs = 5_000;

const kind = "videos";

/** Videos, stills and captions that are uploaded for entries, for admins (docs/decisions/0051-studio.md). */
export default async function videoRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  const { database, config } = portal;
  await app.register(uploadRoutes);

  /** Videos that this process is storing, by their uploads and entries. */
  const running = new Map<string, Promise<string>>();
  serve(app, storeVideo, async ({ params: { slug }, body: { upload } }, request) => {
    const { userId } = requireAdmin(request);
    const key = `${upload} ${slug}`;
    let adding = running.get(key);
    if (!adding) {
      adding = addVideo(portal, { kind, slug, userId }, upload).finally(() => running.delete(key));
      running.set(key, adding);
      adding.catch(() => {}); // reported to whoever asks
    }
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      return { name: await Promise.race([adding, delay(answerAfterMs, null, { signal })]) };
    } finally {
      waiting.abort();
    }
  });

  serve(app, uploadPoster, async ({ params: { slug }, body }, request) => {
    const { userId } = requireAdmin(request);
    requireWritable(await requireBoth(database, { kind, slug }));
    const storage = openMediaStorage(config);
    const { stored } = await storePicture(body, storage);
    // Not named like the pictures of texts, by its size.
    const name = `${slug}-poster-${stored.slice(0, 8)}.webp`;
    await addFiles(portal, portal.database, { kind, slug, userId }, () => ({ [name]: stored }));
    return { name };
  });

  serve(app, uploadCaptions, async ({ params: { slug, language }, body }, request) => {
    const { userId } = requireAdmin(request);
    requireWritable(await requireBoth(database, { kind, slug }));
    const name = captionsFile(slug, language);
    await addCaptions(portal, { kind, slug, userId }, { name, body });
  });
}

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
async function addVideo(
  { database, now, config }: Pick<Portal, "database" | "now" | "config">,
  act: Act,
  upload: string,
): Promise<string> {
  const both = await requireBoth(database, act);
  requireWritable(both);
  const start = nameStart(act.slug, upload);
  const existing = Object.keys(workingCopyOf(both).files).find((name) => name.startsWith(start));
  if (existing !== undefined) return existing;
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
  await addFiles({ now }, database, act, () => ({ [name]: stored }));
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

/** Stores captions under a name of the entry, instead of former ones. */
async function addCaptions(
  { database, now, config }: Pick<Portal, "database" | "now" | "config">,
  act: Act,
  { name, body }: { name: string; body: Readable },
): Promise<void> {
  const bytes = captionsOf(await buffer(body));
  const stored = `${createHash("sha256").update(bytes).digest("hex")}.vtt`;
  await inTemporaryFile(Readable.from([bytes]), (path) =>
    openMediaStorage(config).store(path, stored),
  );
  await addFiles({ now }, database, act, () => ({ [name]: stored }));
}

/** Reads a part of a file. */
type ReadRange = (range: ByteRange) => Promise<Readable | null>;

/** Largest index of an MP4 file that is read: hours of video need a few megabytes. */
const largestIndex = 32 * 1024 * 1024;
/** Boxes that precede the index of an MP4 file, at most: fragmented files have one for each second. */
const mostBoxes = 10_000;

async function readBytes(read: ReadRange, start: number, length: number, size: number) {
  const end = Math.min(start + length, size) - 1;
  const body = end < start ? null : await read({ start, end });
  return body ? buffer(body) : Buffer.alloc(0);
}

/** Returns the index (`moov`) of an MP4 file, which names its codecs; null if it has none, as one that was cut. */
async function readIndex(read: ReadRange, size: number): Promise<Buffer | null> {
  let at = 0;
  for (let count = 0; count < mostBoxes && at < size; count += 1) {
    const header = await readBytes(read, at, 16, size);
    if (header.length < 8) return null;
    const short = header.readUInt32BE(0);
    const isLong = short === 1 && header.length === 16;
    const length = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8 || at + length > size) return null;
    if (header.toString("latin1", 4, 8) === "moov") {
      return length > largestIndex ? null : readBytes(read, at, length, size);
    }
    at += length;
  }
  return null;
}

/**
 * Returns the kind of a video by its content: `webm`, or `mp4` with H.264 and AAC, which every browser plays. Otherwise the key of what is
 * wrong.
 */
async function videoFormat(
  read: ReadRange,
  size: number,
): Promise<"mp4" | "webm" | "forms:videoKind" | "forms:videoDamaged" | "forms:videoCodec"> {
  const start = await readBytes(read, 0, 64, size);
  const isEbml = start.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]));
  if (isEbml) return start.includes("webm") ? "webm" : "forms:videoKind";
  if (start.toString("latin1", 4, 8) !== "ftyp") return "forms:videoKind";
  const index = await readIndex(read, size);
  if (!index) return "forms:videoDamaged";
  const isH264 = index.includes("avc1") || index.includes("avc3");
  const isAac = !index.includes("soun") || index.includes("mp4a");
  return isH264 && isAac ? "mp4" : "forms:videoCodec";
}
