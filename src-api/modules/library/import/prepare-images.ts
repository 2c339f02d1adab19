import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { ContentError } from "#api/infra/content-folder/content-error.ts";
import { storedName } from "#api/infra/media-storage/open-media-storage.ts";
import { headerBytes, readImageHeader, type ImageHeader } from "./image-header.ts";

/** An image as it will be stored. */
export type PreparedImage = {
  /** File to store. */
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
/** Largest image that is read: in bytes, and in pixels, of which each takes four bytes of memory. */
const most = { bytes: 30_000_000, pixels: 30_000_000 };
/** Quality of WebP, 0 to 100. */
const quality = 80;

const prefix = "portal-import-";
/** Age in ms of a folder that an import left behind which was killed. */
const folderLife = 24 * 60 * 60_000;

/** Creates a folder for the images of this import, and removes those of imports that were killed. */
async function createFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - folderLife) {
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
    if (size > most.bytes) throw new ContentError("more than 30 MB");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, headerBytes)));
    const header = readImageHeader(buffer.subarray(0, bytesRead));
    if (!header) throw new ContentError("neither JPEG, PNG, WebP nor GIF");
    const pixels = header.width * header.height;
    if (pixels === 0) throw new ContentError("without a size");
    if (pixels > most.pixels) throw new ContentError("more than 30 megapixels");
    return header;
  } finally {
    await file.close();
  }
}

/** Decodes an image, turned as its metadata say, and encodes it as WebP without metadata, at most `maxWidth` wide. */
async function encode(path: string) {
  const image = await loadImage(await readFile(path)).catch(() => {
    throw new ContentError("damaged");
  });
  const scale = Math.min(1, maxWidth / image.width, maxHeight / image.height);
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

  /** Returns an image of a file. Rejects with a ContentError that says why it cannot be used. */
  prepare(path: string): Promise<PreparedImage> {
    const prepared = this.#last.then(() => this.#prepare(path));
    this.#last = prepared.catch(() => {});
    return prepared;
  }

  async #prepare(path: string): Promise<PreparedImage> {
    const { width, height, isPlainWebp } = await readHeader(path);
    // encoding it again would only make it worse
    if (isPlainWebp && width <= maxWidth) {
      return { path, stored: await storedName(path), width, height };
    }
    const encoded = await encode(path);
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
