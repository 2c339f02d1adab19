import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import type { ByteRange } from "#api/infra/media-storage/media-storage.ts";

/** Reads a part of a file. */
export type ReadRange = (range: ByteRange) => Promise<Readable | null>;

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
export async function videoFormat(
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
