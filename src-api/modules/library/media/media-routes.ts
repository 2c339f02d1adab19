import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { and, eq, lte } from "drizzle-orm";
import type { FastifyInstance, RouteShorthandOptions } from "fastify";
import * as z from "zod/mini";
import { isActiveMember } from "../../../../src-shared/active-member.ts";
import { contentKindSchema, type ContentKind } from "../../../../src-shared/api/library.ts";
import { ApiError } from "../../../infra/api-error.ts";
import { contentEntries } from "../schema.ts";
import { loadSessionById } from "../../accounts/sessions/live-session.ts";
import type { Portal } from "../../../portal.ts";
import { mediaPath } from "./paths.ts";
import { isSignedBy, loadSigningKey } from "./signature.ts";
import { mediaFiles } from "./signed-media.ts";

const text = z.string().check(z.maxLength(300));
const posterParams = z.object({ slug: text });
const fileParams = z.object({ kind: contentKindSchema, slug: text, file: text });
const grantQuery = z.object({
  session: z.uuid(),
  expires: z.coerce.number().check(z.int()),
  signature: text,
});

async function findPublished({ database, now }: Portal, kind: ContentKind, slug: string) {
  const { kind: ofKind, slug: ofSlug, publishedAt } = contentEntries;
  const [entry] = await database
    .select()
    .from(contentEntries)
    .where(and(eq(ofKind, kind), eq(ofSlug, slug), lte(publishedAt, now())));
  return entry ?? null;
}

/** Throws 403 unless the address was signed for a session that lives and is an active member's now. */
async function requireGrant(portal: Portal, path: string, query: unknown): Promise<void> {
  const parsed = grantQuery.safeParse(query);
  if (!parsed.success) throw new ApiError("forbidden");
  const { signature, ...granted } = parsed.data;
  const key = await loadSigningKey(portal.database);
  const lives = granted.expires > portal.now().getTime();
  if (!lives || !isSignedBy(key, { path, ...granted }, signature)) throw new ApiError("forbidden");
  const session = await loadSessionById(portal, granted.session);
  if (!isActiveMember("held", session)) throw new ApiError("forbidden");
}

/** A range that cannot be had (416): the answer tells the length of the file. */
const rangeErrorSchema = z.object({ headers: z.object({ "Content-Range": z.string() }) });

/**
 * Files of the library: stills for anybody, videos and captions by signed addresses, because a
 * `<video>` cannot send a token. Answers ranges (206, 416) and HEAD. 403 `forbidden` for a wrong,
 * foreign or expired signature, an ended session, a membership that is over; only files that a
 * published entry names, 404 for others.
 */
export default async function media(
  app: FastifyInstance,
  { contentFolder }: { contentFolder: string },
): Promise<void> {
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
    const entry = await findPublished(app.portal, "videos", slug);
    if (!entry?.details.poster) throw new ApiError("not-found");
    reply.header("cache-control", "public, max-age=3600");
    return reply.sendFile(entry.details.poster, join(contentFolder, "videos", slug));
  });

  app.get("/media/:kind/:slug/:file", options, async (request, reply) => {
    const parsed = fileParams.safeParse(request.params);
    if (!parsed.success) throw new ApiError("not-found");
    const { kind, slug, file } = parsed.data;
    await requireGrant(app.portal, mediaPath(kind, slug, file), request.query);
    const entry = await findPublished(app.portal, kind, slug);
    if (!entry || !mediaFiles(entry).includes(file)) throw new ApiError("not-found");
    reply.header("cache-control", "private, no-store");
    return reply.sendFile(file, join(contentFolder, kind, slug));
  });
}
