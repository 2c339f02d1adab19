import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import * as z from "zod/mini";
import { isActiveMember } from "../../../../src-shared/active-member.ts";
import { contentKindSchema } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { requireSignedSession } from "../../../http/signed-session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { findPublished } from "../entries/entry-store.ts";
import { mediaFiles, mediaPath, type MediaDetails } from "./media-files.ts";
import { mediaStoreOf } from "./media-store.ts";

const text = z.string().check(z.maxLength(300));
const posterParams = z.object({ slug: text });
const fileParams = z.object({ kind: contentKindSchema, slug: text, file: text });

/** Throws 403 unless the address was signed for a live session of somebody who is an active member now. */
async function requireMember(request: FastifyRequest, path: string): Promise<void> {
  const session = await requireSignedSession(request, path);
  if (!isActiveMember("held", session)) throw new ApiError("forbidden");
}

type MediaEntry = { kind: ContentKind; slug: string; details: MediaDetails };

/** The error of a range beyond the end of the file (416), which names the length of the file. */
const rangeErrorSchema = z.object({ headers: z.object({ "Content-Range": z.string() }) });

/**
 * Files of the library: stills for anybody, videos and captions by signed addresses, because a
 * `<video>` cannot send a token. Supports ranges (206, 416) and HEAD. Answers 403 `forbidden` to a
 * wrong, foreign or expired signature, an ended session and a membership that is over, and 404 to
 * files that no published entry names.
 */
export default async function media(
  app: FastifyInstance,
  { contentFolder }: { contentFolder: string },
): Promise<void> {
  const { database, now, config } = app.portal;
  /** Sends a file of an entry: an imported one from the store, others from the content folder. */
  const send = (reply: FastifyReply, { kind, slug, details }: MediaEntry, file: string) => {
    const stored = details.stored?.[file];
    return stored === undefined
      ? reply.sendFile(file, join(contentFolder, kind, slug))
      : reply.sendFile(stored, mediaStoreOf(config.dataDir));
  };
  await app.register(fastifyStatic, { root: contentFolder, serve: false, cacheControl: false });
  const options: RouteShorthandOptions = {
    compress: false,
    schema: { hide: true },
    errorHandler: (error, request, reply) => {
      const range = rangeErrorSchema.safeParse(error);
      if (range.success) reply.headers(range.data.headers);
      app.errorHandler(error, request, reply);
    },
  };

  app.get("/media/posters/:slug.webp", options, async (request, reply) => {
    const { slug } = posterParams.parse(request.params);
    const entry = await findPublished(database, { kind: "videos", slug, now: now() });
    if (!entry?.details.poster) throw new ApiError("not-found");
    reply.header("cache-control", "public, max-age=3600");
    return send(reply, entry, entry.details.poster);
  });

  app.get("/media/:kind/:slug/:file", options, async (request, reply) => {
    const parsed = fileParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { kind, slug, file } = parsed.data;
    await requireMember(request, mediaPath(kind, slug, file));
    const entry = await findPublished(database, { kind, slug, now: now() });
    if (!entry || !mediaFiles(entry).includes(file)) throw new ApiError("not-found");
    reply.header("cache-control", "private, no-store");
    return send(reply, entry, file);
  });
}
