import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import plugin from "fastify-plugin";
import { contentKinds } from "#shared/content-kinds.ts";
import type { DrawCover } from "#shared/cover-drawing.ts";
import { isLanguage } from "#shared/languages.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { entityTag, isHeld } from "#api/http/entity-tag.ts";
import type { InstalledBrand } from "#api/brand.ts";
import type { PublicReads } from "#api/modules/pages/public-reads.ts";
import { publicRouteIds } from "#api/modules/pages/public-routes.ts";
import { pictureOfEntry, pictureOfPage, type LinkPicture } from "./link-picture.ts";
import { createPictureStore, type PictureStore } from "./picture-store.ts";

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
  const [, language, kindName, name = ""] = address.exec(path) ?? [];
  if (!isLanguage(language)) return null;
  if (kindName === undefined) {
    const id = publicRouteIds.find((known) => known === name);
    return id ? pictureOfPage(id, language, brand) : null;
  }
  const kind = contentKinds.find((known) => known === kindName);
  const teaser = kind && (await reads.teaser({ kind, slug: name, language }));
  return teaser ? pictureOfEntry(teaser, language) : null;
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
  reply
    .type("image/png")
    .header("etag", etag)
    .header("cache-control", current ? "public, max-age=31536000, immutable" : "no-cache")
    // Messengers and other sites show it in their pages.
    .header("cross-origin-resource-policy", "cross-origin");
  return isHeld(request.headers["if-none-match"], etag)
    ? reply.code(304).send()
    : reply.send(await store.png(picture));
}

type Options = {
  reads: PublicReads;
  /** Draws covers; null: every link preview shows the picture of the brand. */
  drawCover: DrawCover | null;
};

/** Serves the pictures of link previews below `/og/`: of public pages and published entries, in each language. */
export default plugin(async (app: FastifyInstance, { reads, drawCover }: Options) => {
  const { brand, config } = app.portal;
  const store = drawCover && (await createPictureStore(drawCover, { ...config, brand }));
  app.decorate("linkPicturePath", (picture) =>
    store ? `/og/${picture.name}.png?v=${store.version(picture)}` : brandPicture,
  );
  app.get("/og/*", async (request, reply) => {
    if (!store) throw new ApiError("not-found");
    return sendPicture({ store, reads, brand }, request, reply);
  });
  app.addHook("onClose", async () => store?.close());
});
