import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import * as z from "zod/mini";
import { isActiveMember, isReviewer } from "../../../../src-shared/active-member.ts";
import { contentKindSchema } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { requireSignedSession } from "../../../http/signed-session.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { findWithoutText } from "../entries/entry-store.ts";
import { mediaFiles, mediaPath, reviewFiles, type MediaDetails } from "./media-files.ts";
import { mediaStoreOf } from "./media-store.ts";

const text = z.string().check(z.maxLength(300));
const posterParams = z.object({ slug: text });
const fileParams = z.object({ kind: contentKindSchema, slug: text, file: text });

type Reader = { isMember: boolean; isReviewer: boolean };

/**
 * Returns what the owner of an address may read now. Throws 403 unless it was signed for a live session of an
 * active member or a reviewer.
 */
async function requireReader(request: FastifyRequest, path: string): Promise<Reader> {
  const session = await requireSignedSession(request, path);
  const reader = { isMember: isActiveMember("held", session), isReviewer: isReviewer(session) };
  if (!reader.isMember && !reader.isReviewer) throw new ApiError("forbidden");
  return reader;
}

type MediaEntry = { kind: ContentKind; slug: string; details: MediaDetails };

/** The error of a range beyond the end of the file (416), which names the length of the file. */
const rangeErrorSchema = z.object({ headers: z.object({ "Content-Range": z.string() }) });

/**
 * Files of the library: stills for anybody, videos and captions by signed addresses, because a
 * `<video>` cannot send a token. Supports ranges (206, 416) and HEAD. Answers 403 `forbidden` to a
 * wrong, foreign or expired signature, an ended session and a membership that is over, and 404 to
 * files that no published entry names. Those of drafts and scheduled entries are for reviewers only.
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
    const entry = await findWithoutText(database, { kind: "videos", slug, now: now() });
    if (!entry?.isPublished || !entry.details.poster) throw new ApiError("not-found");
    reply.header("cache-control", "public, max-age=3600");
    return send(reply, entry, entry.details.poster);
  });

  app.get("/media/:kind/:slug/:file", options, async (request, reply) => {
    const parsed = fileParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { kind, slug, file } = parsed.data;
    const reader = await requireReader(request, mediaPath(kind, slug, file));
    const entry = await findWithoutText(database, { kind, slug, now: now() });
    if (!entry || (!entry.isPublished && !reader.isReviewer)) throw new ApiError("not-found");
    if (entry.isPublished && !reader.isMember) throw new ApiError("forbidden");
    const files = entry.isPublished ? mediaFiles(entry) : reviewFiles(entry);
    if (!files.includes(file)) throw new ApiError("not-found");
    reply.header("cache-control", "private, no-store");
    return send(reply, entry, file);
  });
}
