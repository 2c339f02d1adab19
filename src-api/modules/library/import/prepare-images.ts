import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dayMs } from "#shared/durations.ts";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { storedName } from "#api/infra/media-storage/open-media-storage.ts";

/** What the first bytes of an image say, before anything is decoded. */
type ImageHeader = {
  width: number;
  height: number;
  /** A WebP image without metadata and animation, which browsers may get as it is. */
  isPlainWebp: boolean;
};

/** Bytes that are read at first: JPEG may have metadata before its size. */
const headerBytes = 256 * 1024;

const rest = { isPlainWebp: false };

function readPng(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), ...rest };
}

function readGif(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) return null;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), ...rest };
}

/** Markers of frames, which have the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5), ...rest };
    }
    // a marker may be preceded by any number of 0xff
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF") return null;
  const [format, chunk] = [bytes.toString("latin1", 8, 12), bytes.toString("latin1", 12, 16)];
  if (format !== "WEBP") return null;
  if (chunk === "VP8 ") {
    const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    return { width, height, isPlainWebp: true };
  }
  if (chunk === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isPlainWebp: true };
  }
  if (chunk !== "VP8X") return null;
  // flags: animation 0x02, XMP 0x04, EXIF 0x08
  const isPlainWebp = ((bytes[20] ?? 0) & 0x0e) === 0;
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isPlainWebp };
}

/** Parses the beginning of a PNG, GIF, JPEG or WebP file; null for anything else. */
const readImageHeader = (bytes: Buffer): ImageHeader | null =>
  readPng(bytes) ?? readGif(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);

export type PreparedImage = {
  path: string;
  /** Its name in the storage of media. */
  stored: string;
  /** Size in px. */
  width: number;
  height: number;
};

/** Widest image that is stored, in px: twice the width of a text on a screen. WebP has at most `maxHeight` rows. */
const maxWidth = 1400;
const maxHeight = 16_383;
/** Limits of an image that is read; each pixel takes four bytes of memory. */
const maxSource = { bytes: 30_000_000, pixels: 30_000_000 };
/** Quality of WebP, 0 to 100. */
const quality = 80;

const prefix = "portal-import-";
/** Age at which a folder counts as left behind by an import that was killed. */
const folderLifeMs = dayMs;

/** Creates a folder for the images of this import, and removes those of imports that were killed. */
async function createFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - folderLifeMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
  return mkdtemp(join(tmpdir(), prefix));
}

async function readHeader(path: string): Promise<ImageHeader> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ContentError(`cannot be read (${error.code ?? error.message})`);
  });
  try {
    const { size } = await file.stat();
    if (size > maxSource.bytes) throw new ContentError("more than 30 MB");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, headerBytes)));
    const header = readImageHeader(buffer.subarray(0, bytesRead));
    if (!header) throw new ContentError("neither JPEG, PNG, WebP nor GIF");
    const pixels = header.width * header.height;
    if (pixels === 0) throw new ContentError("without a size");
    if (pixels > maxSource.pixels) throw new ContentError("more than 30 megapixels");
    return header;
  } finally {
    await file.close();
  }
}

/** Decodes an image, turned as its metadata say, and encodes it as WebP without metadata, at most `maxWidth` wide. */
async function encode(path: string, highest: number) {
  const { createCanvas, loadImage } = await import("@napi-rs/canvas");
  const image = await loadImage(await readFile(path)).catch(() => {
    throw new ContentError("damaged");
  });
  const scale = Math.min(1, maxWidth / image.width, highest / image.height);
  const [width, height] = [image.width, image.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  ) as [number, number]; // of two lengths
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const bytes = await canvas.encode("webp", quality).catch((error: unknown) => {
    throw new ContentError(`cannot be stored: ${String(error)}`);
  });
  return { bytes, width, height };
}

/** Prepares the images of an import, one at a time, since each takes much memory. Close it afterwards. */
export class ImagePreparer {
  #folder: Promise<string> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** Returns an image of a file, at most `highest` px high. Rejects with a ContentError that says why it cannot be used. */
  prepare(path: string, highest = maxHeight): Promise<PreparedImage> {
    const prepared = this.#last.then(() => this.#prepare(path, highest));
    this.#last = prepared.catch(() => {});
    return prepared;
  }

  async #prepare(path: string, highest: number): Promise<PreparedImage> {
    const { width, height, isPlainWebp } = await readHeader(path);
    // encoding it again would only make it worse
    if (isPlainWebp && width <= maxWidth && height <= highest) {
      return { path, stored: await storedName(path), width, height };
    }
    const encoded = await encode(path, highest);
    this.#folder ??= createFolder();
    const file = join(await this.#folder, randomUUID());
    await writeFile(file, encoded.bytes);
    const stored = `${createHash("sha256").update(encoded.bytes).digest("hex")}.webp`;
    return { path: file, stored, width: encoded.width, height: encoded.height };
  }

  /** Deletes images that were encoded and are no longer needed; sources among the paths stay. */
  async release(paths: readonly string[]): Promise<void> {
    const folder = await this.#folder;
    const encoded = paths.filter((path) => dirname(path) === folder);
    await Promise.all(encoded.map((path) => rm(path, { force: true })));
  }

  async close(): Promise<void> {
    await this.#last;
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }
}
