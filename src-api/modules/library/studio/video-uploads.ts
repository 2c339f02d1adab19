import { randomInt } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Server, type ServerOptions } from "@tus/server";
import {
  listUploads,
  maxVideoBytes,
  videoUploads,
  videoUploadSchema,
} from "#shared/api/studio-videos.ts";
import { dayMs } from "#shared/durations.ts";
import { serve } from "#api/http/serve.ts";
import { requireAdmin } from "#api/http/session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { and, eq, gt, inArray } from "#api/infra/database/drizzle.ts";
import { requireFreeSpace } from "#api/infra/disk.ts";
import { MediaStorageError } from "#api/infra/media-storage/media-storage-error.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import {
  listUnfinished,
  openUploadStore,
  removeUpload,
  remainingUploadBytes,
  type UploadStore,
} from "#api/infra/media-storage/upload-store.ts";
import { isOver, keyOf } from "#api/infra/throttle/throttle.ts";
import { rateLimits } from "#api/infra/throttle/schema.ts";
import type { Portal } from "#api/portal.ts";
import { findItem } from "./list.ts";
import { requireBoth, requireWritable } from "./working-copy.ts";

const paramsSchema = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) });

/** Headers of the protocol, in both directions. */
const isTusHeader = (name: string) => /^(tus-|upload-|location$)/.test(name);

/** Unfinished uploads of a user at a time. */
const maxUploads = 3;
/** Time without a part after which an upload gives its slot to others. It takes one again when it goes on. */
const idleMs = dayMs;

/** What an upload has a slot by: the user who began it, and a number of its own. */
const slotSchema = z.object({ by: z.string(), ticket: z.string() });
type Slot = z.infer<typeof slotSchema>;

const keysOf = ({ by }: Slot) =>
  Array.from({ length: maxUploads }, (_, slot) => keyOf("upload", by, `${slot}`));
const isOwn = (slot: Slot) =>
  and(inArray(rateLimits.key, keysOf(slot)), eq(rateLimits.points, Number(slot.ticket)));

/** Takes a slot of a user for an upload, or prolongs the one that it has. Rejects with `too-many-uploads` if there is none. */
async function takeSlot({ database, now }: Portal, slot: Slot): Promise<void> {
  const at = now();
  const row = { points: Number(slot.ticket), expiresAt: new Date(at.getTime() + idleMs) };
  const key = { key: rateLimits.key };
  const own = and(isOwn(slot), gt(rateLimits.expiresAt, at));
  if ((await database.update(rateLimits).set(row).where(own).returning(key)).length > 0) return;
  for (const free of keysOf(slot)) {
    const taken = await database
      .insert(rateLimits)
      .values({ key: free, ...row })
      .onConflictDoUpdate({ target: rateLimits.key, set: row, setWhere: isOver(at) })
      .returning(key);
    if (taken.length > 0) return;
  }
  throw new ApiError("too-many-uploads");
}

/** Returns the slot of an upload by what its store knows of it; null for one without. */
const slotOf = (metadata: unknown): Slot | null => slotSchema.safeParse(metadata).data ?? null;

async function freeSlot({ database }: Portal, slot: Slot | null): Promise<void> {
  if (slot) await database.delete(rateLimits).where(isOwn(slot));
}

/** Returns the unfinished uploads of a user. */
async function ownUploads(portal: Portal, uploads: UploadStore, by: string) {
  const unfinished = await listUnfinished(portal.config, uploads);
  const own = unfinished.flatMap(({ metadata, ...upload }) => {
    const declared = videoUploadSchema.safeParse(metadata).data;
    return declared && slotOf(metadata)?.by === by ? [{ ...upload, ...declared }] : [];
  });
  return Promise.all(
    own.map(async ({ id, filename, slug, size, sent, since }) => ({
      id,
      name: filename,
      slug,
      title: (await findItem(portal, { kind: "videos", slug }, portal.now()))?.title ?? null,
      size,
      sent,
      since: since.toISOString(),
    })),
  );
}

/** What a request for a new upload carries beside what its sender declares. */
const ownHeaders = { id: "portal-id", by: "portal-by", ticket: "portal-ticket" } as const;

type CreateHook = NonNullable<ServerOptions["onUploadCreate"]>;

/** Returns a function that admits a new upload by its declared metadata. */
const admitUpload =
  ({ database }: Portal): CreateHook =>
  async ({ headers }, { metadata }) => {
    const declared = videoUploadSchema.safeParse(metadata);
    if (!declared.success)
      throw new ApiError("validation", { fields: { video: "forms:videoKind" } });
    requireWritable(await requireBoth(database, { kind: "videos", slug: declared.data.slug }));
    const [by, ticket] = [headers.get(ownHeaders.by), headers.get(ownHeaders.ticket)];
    return { metadata: { ...declared.data, by, ticket } };
  };

/** Parts of the protocol that are not offered. */
const notOffered = 501;

/** Answers the protocol's own failures by their status; others are the caller's or the storage's. */
const mapError =
  ({ config }: Portal): NonNullable<ServerOptions["onResponseError"]> =>
  async (_, error) => {
    if (error instanceof ApiError) throw error;
    if ("status_code" in error && error.status_code === notOffered)
      throw new ApiError("validation");
    if ("status_code" in error && error.status_code < 500) return undefined;
    // The library does not say why a file cannot be written.
    await requireFreeSpace(config, 0);
    const reason = "body" in error ? error.body : String(error);
    throw new MediaStorageError(`An upload cannot be stored: ${reason.trim()}`, { cause: error });
  };

function openServer(portal: Portal, { store, keyOf: nameOf }: UploadStore): Server {
  return new Server({
    path: `/api${videoUploads}`,
    datastore: store,
    maxSize: maxVideoBytes,
    namingFunction: ({ headers }) => nameOf(headers.get(ownHeaders.id) ?? ""),
    getFileIdFromRequest: (_, id) => (id === undefined ? id : nameOf(id)),
    generateUrl: (_, { path, id }) => `${path}/${id.split("/").at(-1)}`,
    onUploadCreate: admitUpload(portal),
    onUploadFinish: async (_, { metadata }) => {
      await freeSlot(portal, slotOf(metadata));
      return {};
    },
    onResponseError: mapError(portal),
  });
}

/** Returns a request for the library: only with the headers of the protocol, and the body as it arrives. */
function webRequest({ raw, body }: FastifyRequest, own: Record<string, string>): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers)) {
    const isPassed = isTusHeader(name) || name === "content-length" || name === "content-type";
    if (isPassed && typeof value === "string") headers.set(name, value);
  }
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
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
  const { config } = portal;
  type Opened = { uploads: UploadStore; server: Server };
  let opened: Promise<Opened> | null = null;
  const open = () => {
    opened ??= openUploadStore(config).then((uploads) => ({
      uploads,
      server: openServer(portal, uploads),
    }));
    opened.catch(() => (opened = null));
    return opened;
  };
  serve(app, listUploads, async (_, request) => {
    const { userId } = requireAdmin(request);
    return { items: await ownUploads(portal, (await open()).uploads, userId) };
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/offset+octet-stream", (_, payload, done) =>
    done(null, payload),
  );

  /** Has the library answer. Throws what it refuses. */
  async function pass(request: FastifyRequest, own: Record<string, string> = {}) {
    const { server } = await open();
    const answered = await server.handleWeb(webRequest(request, own)).catch((error: unknown) => {
      // The client disconnected; not a storage error.
      throw request.raw.errored ? new ApiError("validation") : error;
    });
    if (answered.status < 400) return answered;
    throw Object.assign(new Error(await answered.text()), { statusCode: answered.status });
  }

  const send = (reply: FastifyReply, { status, headers }: Response) =>
    reply
      .headers(Object.fromEntries([...headers].filter(([name]) => isTusHeader(name))))
      .code(status)
      .send();

  async function begin(request: FastifyRequest, reply: FastifyReply) {
    const { uploads } = await open();
    const slot = { by: requireAdmin(request).userId, ticket: `${randomInt(1, 2 ** 31)}` };
    await takeSlot(portal, slot);
    const id = uploads.newId();
    try {
      const declared = Number(request.headers["upload-length"]);
      const bytes = declared <= maxVideoBytes ? declared : 0; // else the library refuses it
      await requireFreeSpace(config, bytes + (await remainingUploadBytes(config, uploads)));
      const own = {
        [ownHeaders.id]: id,
        [ownHeaders.by]: slot.by,
        [ownHeaders.ticket]: slot.ticket,
      };
      return send(reply, await pass(request, own));
    } catch (error) {
      await freeSlot(portal, slot);
      await removeUpload(uploads, openMediaStorage(config), id).catch(() => {});
      throw error;
    }
  }

  /** Answers a request for an upload that was begun: parts prolong its slot, an end frees it. */
  async function goOn(request: FastifyRequest, reply: FastifyReply) {
    const { uploads } = await open();
    const { id } = paramsSchema.parse(request.params);
    const found = await uploads.store.getUpload(uploads.keyOf(id)).catch(() => null);
    const slot = slotOf(found?.metadata);
    const isUnfinished = found !== null && found.offset < (found.size ?? 0);
    if (slot && isUnfinished && request.method === "PATCH") await takeSlot(portal, slot);
    const answered = await pass(request);
    if (request.method === "DELETE") await freeSlot(portal, slot);
    return send(reply, answered);
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
    handler: begin,
  });
  app.route({
    ...options,
    method: ["HEAD", "PATCH", "DELETE"],
    url: `${videoUploads}/:id`,
    onRequest: requireUpload,
    handler: goOn,
  });
}
