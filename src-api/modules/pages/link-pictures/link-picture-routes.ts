import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { contentKinds } from "#shared/content-kinds.ts";
import type { CoverBrand, DrawCover } from "#shared/cover-drawing.ts";
import { isRouteOn } from "#shared/parts.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { ownFolders } from "#api/infra/own-addresses.ts";
import { entityTag, isUnchanged } from "#api/http/entity-tag.ts";
import type { InstalledBrand } from "#api/brand.ts";
import type { PublicReads } from "#api/modules/pages/public-reads.ts";
import { publicRouteIds } from "#api/modules/pages/public-routes.ts";
import { pictureOfEntry, pictureOfPage, type LinkPicture, coverSize } from "./link-picture.ts";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Piscina } from "piscina";
import { Lru } from "toad-cache";
import type { PictureToDraw } from "./draw-picture.ts";

/** Picture of the brand, for installations whose renderer was built without the covers' drawing. */
const brandPicture = "/og.png";

declare module "fastify" {
  interface FastifyInstance {
    /** Returns the path of a picture; it changes with what the picture shows. */
    linkPicturePath: (picture: LinkPicture) => string;
  }
}

const address = /^\/og\/([a-z]+)\/(?:([a-z]+)\/)?([\w-]+)\.png$/i;

type Pictures = { store: PictureStore; reads: PublicReads; brand: InstalledBrand };

/** Returns the picture of a page or a published entry, by the path of its address; null if there is none. */
async function pictureAt(
  { reads, brand }: Pick<Pictures, "reads" | "brand">,
  path: string,
): Promise<LinkPicture | null> {
  const [, named, kindName, name = ""] = address.exec(path) ?? [];
  const language = brand.languages.find((one) => one === named);
  if (!language) return null;
  if (kindName === undefined) {
    const id = publicRouteIds.find((known) => known === name);
    return id && isRouteOn(brand, id) ? pictureOfPage(id, language, brand) : null;
  }
  const kind = contentKinds.find((known) => known === kindName);
  const teaser = kind && (await reads.teaser({ kind, slug: name, language }));
  return teaser ? pictureOfEntry(teaser, language, brand) : null;
}

async function sendPicture(
  { store, ...sources }: Pictures,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const url = new URL(request.url, "http://portal");
  const picture = await pictureAt(sources, url.pathname);
  if (!picture) throw new ApiError("not-found");
  const version = store.version(picture);
  const current = url.searchParams.get("v") === version;
  const etag = entityTag(version);
  const cache = current ? "public, max-age=31536000, immutable" : "no-cache";
  const kept = { etag, "cache-control": cache };
  // Messengers and other sites show it in their pages.
  reply.header("cross-origin-resource-policy", "cross-origin");
  if (isUnchanged(request.headers["if-none-match"], etag))
    return reply.code(304).headers(kept).send();
  const { png, isKept } = await store.png(picture);
  return reply
    .type("image/png")
    .headers(isKept ? kept : { "cache-control": "no-cache" })
    .send(png);
}

type Options = {
  reads: PublicReads;
  /** Draws covers; null: every link preview shows the picture of the brand. */
  drawCover: DrawCover | null;
};

/** Serves the pictures of link previews below `/og/`: of public pages and published entries, in each language. */
export default plugin(
  async (app: FastifyInstance, { reads, drawCover }: Options) => {
    const { portal } = app;
    const readCover = async (url: string) => {
      const { statusCode, rawPayload } = await app.inject({ url });
      if (statusCode === 404) return null;
      if (statusCode !== 200) throw new ApiError("media-unavailable");
      return rawPayload;
    };
    const store = drawCover && (await createPictureStore(drawCover, () => portal.brand, readCover));
    app.decorate("linkPicturePath", (picture) =>
      store
        ? `${ownFolders.linkPictures}/${picture.name}.png?v=${store.version(picture)}`
        : brandPicture,
    );
    app.get(`${ownFolders.linkPictures}/*`, async (request, reply) => {
      if (!store) throw new ApiError("not-found");
      return sendPicture({ store, reads, brand: portal.brand }, request, reply);
    });
    app.addHook("onClose", async () => store?.close());
  },
  { name: "link-pictures" },
);

/** Cached pictures, some 50 kB each, and pictures that may wait for their cover or to be drawn, some 50 ms each. */
const limits = { pictures: 200, versions: 2000, waiting: 40 };

/** Retry-After in seconds: a full queue is empty by then. */
const retryAfter = 5;

type Drawn = {
  /** The PNG file. */
  png: Buffer;
  /** False for a picture whose cover is missing, or may have changed under its name: it is drawn again for the next one. */
  isKept: boolean;
};

/** Draws the pictures of link previews and caches them. */
type PictureStore = {
  /** Returns the hash of what a picture shows and how it is drawn. */
  version: (picture: LinkPicture) => string;
  /** Rejects with `busy` while too many others wait. */
  png: (picture: LinkPicture) => Promise<Drawn>;
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
  installedBrand: () => Pick<InstalledBrand, "name" | "pictures"> & CoverBrand,
  /** Returns the bytes of the picture that an entry has as its cover; null if there is none. Rejects if it cannot be read. */
  readCover: (src: string) => Promise<Buffer | null>,
): Promise<PictureStore> {
  const drawnBy = await readFile(worker);
  const shownBrand = () => {
    const { name, colours, pictures: ofBrand } = installedBrand();
    return { name, colours, logo: ofBrand["logo-mark-on-dark.svg"].bytes.toString() };
  };
  const coverBrand = (): CoverBrand => {
    const { colours, partsOff, kinds } = installedBrand();
    return { colours, partsOff, kinds };
  };
  const coverOf = ({ cover }: LinkPicture) => drawCover({ ...cover, ...coverSize }, coverBrand());

  const pool = new Piscina<PictureToDraw, Uint8Array>({
    filename: worker.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
  });
  const versions = new Lru<string>(limits.versions);
  const pictures = new Lru<Promise<Drawn>>(limits.pictures);
  /** Number of covers that are being read. */
  let reading = 0;

  function version(picture: LinkPicture): string {
    const key = hashOf(JSON.stringify([picture, shownBrand(), coverBrand()]));
    const known = versions.get(key) ?? hashOf(drawnBy, key, coverOf(picture));
    versions.set(key, known);
    return known;
  }

  async function read(src: string): Promise<Buffer | null> {
    reading += 1;
    return readCover(src).finally(() => (reading -= 1));
  }

  async function draw(picture: LinkPicture): Promise<Drawn> {
    if (pool.queueSize + reading >= limits.waiting) throw new ApiError("busy", { retryAfter });
    const { own } = picture.cover;
    const file = own ? await read(own.src) : null;
    const cover = file ?? coverOf(picture);
    const png = Buffer.from(await pool.run({ picture, brand: shownBrand(), cover }));
    return { png, isKept: !own || (file !== null && own.src.includes("?v=")) };
  }

  return {
    version,
    png(picture) {
      const key = version(picture);
      const known = pictures.get(key);
      if (known) return known;
      const drawn = draw(picture);
      pictures.set(key, drawn);
      const forget = () => pictures.delete(key);
      drawn.then(({ isKept }) => isKept || forget(), forget);
      return drawn;
    },
    close: () => pool.destroy(),
  };
}
