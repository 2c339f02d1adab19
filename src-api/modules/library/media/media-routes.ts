import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import * as z from "zod/mini";
import { isActiveMember, isReviewer } from "#shared/active-member.ts";
import { contentKindSchema } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { isKindShown } from "#shared/parts.ts";
import { requireSignedSession } from "#api/http/signed-session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import type { MediaStorage, ByteRange } from "#api/infra/media-storage/media-storage.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { findEntryWithoutText } from "#api/modules/library/entries/entry-store.ts";
import { serveDraftMedia } from "#api/modules/library/studio/draft-media-routes.ts";
import { CaptionsError, readCaptionsFile } from "./captions.ts";
import {
  coverAddress,
  mediaFiles,
  mediaPath,
  mediaType,
  pathInFolder,
  reviewFiles,
  type MediaDetails,
} from "./media-files.ts";

/** Returns the part that `Range` asks for; null for the whole file (RFC 9110, 14.2); "beyond" its end. */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "beyond" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  const end = size - 1;
  if (first === "") {
    const start = Math.max(0, size - Number(last));
    return Number(last) === 0 || size === 0 ? "beyond" : { start, end };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  return start > end ? "beyond" : { start, end: last === "" ? end : Math.min(end, Number(last)) };
}

const text = z.string().check(z.maxLength(300));
const posterParams = z.object({ slug: text });
const fileParams = z.object({ kind: contentKindSchema, slug: text, file: text });

type Reader = { isMember: boolean; isReviewer: boolean };

/** Returns the access of an address's owner. Throws 403. */
async function requireReader(request: FastifyRequest, path: string): Promise<Reader> {
  const session = await requireSignedSession(request, path);
  const reader = { isMember: isActiveMember("held", session), isReviewer: isReviewer(session) };
  if (!reader.isMember && !reader.isReviewer) throw new ApiError("forbidden");
  return reader;
}

type MediaEntry = { kind: ContentKind; slug: string; details: MediaDetails };

/** The error of a range beyond the end of the file (416), which names the length of the file. */
const rangeErrorSchema = z.object({ headers: z.object({ "Content-Range": z.string() }) });

const beyondEnd = (size: number) =>
  Object.assign(new RangeError("The range begins after the end of the file."), {
    statusCode: 416,
    headers: { "Content-Range": `bytes */${size}` },
  });

/** Sends a stored file, or the part of it that is asked for. Its name stands for its bytes. */
async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, name }: { storage: MediaStorage; name: string },
) {
  const { range: wanted, "if-range": ifRange, "if-none-match": known } = request.headers;
  const etag = `"${name}"`;
  if (known === etag) return reply.code(304).header("etag", etag).send();
  const size = await storage.sizeOf(name);
  if (size === null) {
    request.log.warn({ name }, "an entry names a stored file that is not in this instance's media");
    throw new ApiError("not-found");
  }
  const isSame = ifRange === undefined || ifRange === etag;
  const range = isSame ? parseByteRange(wanted, size) : null;
  if (range === "beyond") throw beyondEnd(size);
  const body = request.method === "HEAD" ? Readable.from([]) : await storage.read(name, range);
  if (!body) throw new ApiError("not-found");
  reply.headers({ etag, "accept-ranges": "bytes", "content-type": mediaType(name) });
  if (!range) return reply.header("content-length", size).send(body);
  const { start, end } = range;
  reply.headers({
    "content-range": `bytes ${start}-${end}/${size}`,
    "content-length": end - start + 1,
  });
  return reply.code(206).send(body);
}

/** Sends captions as WebVTT: content folders and imports may have SRT. What cannot be read is sent as it is. */
async function sendCaptions(reply: FastifyReply, file: Readable | null) {
  const bytes = file && (await buffer(file).catch(() => null));
  if (!bytes) throw new ApiError("not-found");
  let captions: string | Buffer = bytes;
  try {
    captions = readCaptionsFile(bytes);
  } catch (error) {
    if (!(error instanceof CaptionsError)) throw error;
  }
  return reply.type(mediaType(".vtt")).send(captions);
}

/** Has the failure of a range beyond the end name the length of the file. */
const mediaOptions = (app: FastifyInstance): RouteShorthandOptions => ({
  compress: false,
  schema: { hide: true },
  errorHandler: (error, request, reply) => {
    const range = rangeErrorSchema.safeParse(error);
    if (range.success) reply.headers(range.data.headers);
    return app.errorHandler(error, request, reply);
  },
});

/**
 * Files of the library: stills and what belongs to free entries for anybody, other videos, captions and images by signed addresses, because
 * elements of a page cannot send a token. Supports ranges (206, 416) and HEAD, and streams from wherever media are
 * stored (docs/decisions/0031-media-storage.md). Answers 403 `forbidden` to a wrong, foreign or expired signature, an
 * ended session and a membership that is over, 404 to files that no published entry names, and 503
 * `media-unavailable` while the storage cannot be used. Files of drafts and scheduled entries are for reviewers only.
 */
export default async function mediaRoutes(
  app: FastifyInstance,
  { contentFolder }: { contentFolder: string },
): Promise<void> {
  const { database, now, config } = app.portal;
  const storage = openMediaStorage(config);
  /** Sends a file of an entry: from the storage, or one that is only in the content folder from there. */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    entry: MediaEntry,
    file: string,
  ) => {
    const { kind, slug, details } = entry;
    const name = details.stored?.[file];
    const path = join(contentFolder, kind, slug);
    if (file.endsWith(".vtt")) {
      const isStored = name !== undefined;
      const body = isStored
        ? await storage.read(name, null)
        : createReadStream(await pathInFolder(path, file));
      return sendCaptions(reply, body);
    }
    return name === undefined
      ? reply.sendFile(file, path)
      : sendStored(request, reply, { storage, name });
  };
  await app.register(fastifyStatic, { root: contentFolder, serve: false, cacheControl: false });
  const options = mediaOptions(app);

  serveDraftMedia(app, options, send);

  /** Lets other sites show it, such as feed readers in a browser. */
  const forOtherSites = { "cross-origin-resource-policy": "cross-origin" };

  app.get("/media/posters/:slug.webp", options, async (request, reply) => {
    const { slug } = posterParams.parse(request.params);
    const entry = await findEntryWithoutText(database, { kind: "videos", slug, now: now() });
    const isShown = entry?.isPublished && isKindShown(app.portal.brand, "videos");
    if (!isShown || !entry.details.poster) throw new ApiError("not-found");
    reply.headers({ ...forOtherSites, "cache-control": "public, max-age=3600" });
    return send(request, reply, entry, entry.details.poster);
  });

  app.get("/media/covers/:kind/:slug/:file", options, async (request, reply) => {
    const parsed = fileParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { kind, slug, file } = parsed.data;
    const entry = await findEntryWithoutText(database, { kind, slug, now: now() });
    const isShown = entry?.isPublished && isKindShown(app.portal.brand, kind);
    if (!isShown || entry.details.cover?.picture !== file) throw new ApiError("not-found");
    const { url } = request;
    const isCurrent = url.includes("?v=") && url === coverAddress(entry, file);
    const cache = isCurrent ? "public, max-age=31536000, immutable" : "no-cache";
    reply.headers({ ...forOtherSites, "cache-control": cache });
    return send(request, reply, entry, file);
  });

  app.get("/media/:kind/:slug/:file", options, async (request, reply) => {
    const parsed = fileParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { kind, slug, file } = parsed.data;
    const entry = await findEntryWithoutText(database, { kind, slug, now: now() });
    if (entry?.isPublished && entry.details.free && mediaFiles(entry).includes(file)) {
      // Until an author takes it back.
      reply.header("cache-control", "no-cache");
      return send(request, reply, entry, file);
    }
    const reader = await requireReader(request, mediaPath(kind, slug, file));
    if (!entry || (!entry.isPublished && !reader.isReviewer)) throw new ApiError("not-found");
    if (entry.isPublished && !reader.isMember) throw new ApiError("forbidden");
    const files = entry.isPublished ? mediaFiles(entry) : reviewFiles(entry);
    if (!files.includes(file)) throw new ApiError("not-found");
    reply.header("cache-control", "private, no-store");
    return send(request, reply, entry, file);
  });
}
