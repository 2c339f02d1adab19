import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Server, type ServerOptions } from "@tus/server";
import { maxVideoBytes, videoUploads, videoUploadSchema } from "#shared/api/studio-videos.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { MediaStorageError } from "#api/infra/media-storage/media-storage-error.ts";
import { openUploadStore } from "#api/infra/media-storage/upload-store.ts";
import type { Portal } from "#api/portal.ts";
import { requireBoth, requireWritable } from "../studio.ts";

const paramsSchema = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) });

/** Headers of the protocol, in both directions. */
const isTusHeader = (name: string) => /^(tus-|upload-|location$)/.test(name);

type CreateHook = NonNullable<ServerOptions["onUploadCreate"]>;

/** Returns what admits a new upload by what is declared of it. */
const admitUpload =
  ({ database }: Portal): CreateHook =>
  async (_, { metadata }) => {
    const declared = videoUploadSchema.safeParse(metadata);
    if (!declared.success)
      throw new ApiError("validation", { fields: { video: "forms:videoKind" } });
    requireWritable(await requireBoth(database, { kind: "videos", slug: declared.data.slug }));
    return { metadata: declared.data };
  };

/** Parts of the protocol that are not offered. */
const notOffered = 501;

/** Answers the protocol's own failures by their status; others are the caller's or the storage's. */
const mapError: NonNullable<ServerOptions["onResponseError"]> = (_, error) => {
  if (error instanceof ApiError) throw error;
  if ("status_code" in error && error.status_code === notOffered) throw new ApiError("validation");
  if ("status_code" in error && error.status_code < 500) return undefined;
  const reason = "body" in error ? error.body : String(error);
  throw new MediaStorageError(`An upload cannot be stored: ${reason.trim()}`, { cause: error });
};

async function openServer(portal: Portal): Promise<Server> {
  const { store, keyOf, newId } = await openUploadStore(portal.config);
  return new Server({
    path: `/api${videoUploads}`,
    datastore: store,
    maxSize: maxVideoBytes,
    namingFunction: () => keyOf(newId()),
    getFileIdFromRequest: (_, id) => (id === undefined ? id : keyOf(id)),
    generateUrl: (_, { path, id }) => `${path}/${id.split("/").at(-1)}`,
    onUploadCreate: admitUpload(portal),
    onResponseError: mapError,
  });
}

/** Returns a request for the library: only with the headers of the protocol, and the body as it arrives. */
function webRequest({ raw, body }: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    const isPassed = isTusHeader(name) || name === "content-length" || name === "content-type";
    if (isPassed && typeof value === "string") headers.set(name, value);
  }
  return new Request(`http://portal${raw.url}`, {
    method: raw.method ?? "",
    headers,
    ...(body instanceof Readable && {
      // Node's type of the stream; where the DOM's types are there as well, a request wants theirs.
      body: Readable.toWeb(body) as RequestInit["body"],
      duplex: "half",
    }),
  });
}

/**
 * Uploads of videos by the tus protocol, for admins: one that was cut goes on where it stopped, also after a restart. Each request
 * carries the session. What is complete waits for `storeVideo`.
 */
export default async function uploadRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;
  let opened: Promise<Server> | null = null;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/offset+octet-stream", (_, payload, done) =>
    done(null, payload),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    opened ??= openServer(portal);
    opened.catch(() => (opened = null));
    const answered = await (await opened).handleWeb(webRequest(request)).catch((error: unknown) => {
      // Whoever is gone needs no answer, and is no failure of the storage.
      throw request.raw.errored ? new ApiError("validation") : error;
    });
    const { status } = answered;
    reply.headers(Object.fromEntries([...answered.headers].filter(([name]) => isTusHeader(name))));
    if (status < 400) return reply.code(status).send();
    throw Object.assign(new Error(await answered.text()), { statusCode: status });
  }

  const options = { schema: { hide: true }, compress: false } as const;
  const requireUpload = async (request: FastifyRequest) => {
    if (!paramsSchema.safeParse(request.params).success) throw new ApiError("not-found");
    requireAdmin(request);
  };
  app.route({
    ...options,
    method: "POST",
    url: videoUploads,
    onRequest: async (request) => void requireAdmin(request),
    handler: answer,
  });
  app.route({
    ...options,
    method: ["HEAD", "PATCH", "DELETE"],
    url: `${videoUploads}/:id`,
    onRequest: requireUpload,
    handler: answer,
  });
}
