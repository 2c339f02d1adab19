import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Piscina } from "piscina";
import { Lru } from "toad-cache";
import type { Brand } from "#shared/brand.ts";
import type { DrawCover } from "#shared/cover-drawing.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { PictureToDraw } from "./draw-picture.ts";
import { coverSize, type LinkPicture } from "./link-picture.ts";

/** Pictures kept in memory, some 50 kB each, and pictures that may wait to be drawn, some 50 ms each. */
const limits = { pictures: 200, versions: 2000, waiting: 40 };

/** Retry-After in seconds: a full queue is empty by then. */
const retryAfter = 5;

/** Draws the pictures of link previews and keeps them. */
export type PictureStore = {
  /** Returns the hash of what a picture shows and how it is drawn. */
  version: (picture: LinkPicture) => string;
  /** Returns the PNG file. Rejects with `busy` while too many others wait to be drawn. */
  png: (picture: LinkPicture) => Promise<Buffer>;
  close: () => Promise<void>;
};

const worker = new URL("draw-picture.ts", import.meta.url);

const hashOf = (...parts: (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, 16);
};

/** Creates the store. A picture is drawn once, one at a time, in a thread of its own. */
export async function createPictureStore(
  drawCover: DrawCover,
  {
    brandDir,
    brand: { name, colours },
  }: { brandDir: string; brand: Pick<Brand, "name" | "colours"> },
): Promise<PictureStore> {
  const logo = await readFile(join(brandDir, "logo-mark-on-dark.svg"), "utf8");
  const brand = { name, colours, logo };
  const drawnBy = hashOf(await readFile(worker), JSON.stringify(brand));
  const coverOf = ({ cover }: LinkPicture) => drawCover({ ...cover, ...coverSize });

  const pool = new Piscina<PictureToDraw, Uint8Array>({
    filename: worker.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
  });
  const versions = new Lru<string>(limits.versions);
  const pictures = new Lru<Promise<Buffer>>(limits.pictures);

  function version(picture: LinkPicture): string {
    const key = JSON.stringify(picture);
    const known = versions.get(key) ?? hashOf(drawnBy, key, coverOf(picture));
    versions.set(key, known);
    return known;
  }

  async function draw(picture: LinkPicture): Promise<Buffer> {
    if (pool.queueSize >= limits.waiting) throw new ApiError("busy", { retryAfter });
    return Buffer.from(await pool.run({ picture, brand, cover: coverOf(picture) }));
  }

  return {
    version,
    png(picture) {
      const key = version(picture);
      const known = pictures.get(key);
      if (known) return known;
      const drawn = draw(picture);
      pictures.set(key, drawn);
      drawn.catch(() => pictures.delete(key));
      return drawn;
    },
    close: () => pool.destroy(),
  };
}
