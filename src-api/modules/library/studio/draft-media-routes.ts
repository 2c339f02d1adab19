import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import * as z from "zod/mini";
import { isAdmin } from "#shared/active-member.ts";
import { getSecretPreview } from "#shared/api/studio.ts";
import { entryParams } from "#shared/api/library.ts";
import { requireSignedSession } from "#api/http/signed-session.ts";
import { ApiError } from "#api/infra/api-error.ts";
import { signedAddress } from "#api/infra/signed-addresses.ts";
import { hashToken } from "#api/infra/tokens.ts";
import type { EntryKey } from "#api/modules/library/entries/stored-entries.ts";
import { reviewFiles, type MediaDetails } from "#api/modules/library/media/media-files.ts";
import {
  imageExpires,
  type AddressOf,
  type MediaGrant,
} from "#api/modules/library/media/signed-media.ts";
import { findByPreview } from "./preview-store.ts";
import { findBoth, workingCopyOf } from "./working-copy.ts";

/** Where the files of working copies are served. */
const studioMedia = "/media/studio";

const signedPath = ({ kind, slug }: EntryKey, file: string) =>
  `/api${studioMedia}/${kind}/${slug}/${encodeURIComponent(file)}`;

/** Returns a function that makes addresses of a working copy's files, for the session of an admin. */
export const studioAddressOf =
  (key: EntryKey, { key: signingKey, session, now }: MediaGrant): AddressOf =>
  (file) =>
    signedAddress(signingKey, {
      path: signedPath(key, file),
      session,
      expires: imageExpires(now),
    });

const previewBase = "/media/secret-previews";

/** Returns a function that makes addresses of a working copy's files, for readers of a secret address. */
export const previewAddressOf =
  (token: string): AddressOf =>
  (file) =>
    `/api${previewBase}/${token}/${encodeURIComponent(file)}`;

const file = z.string().check(z.maxLength(300));
const studioParams = z.extend(entryParams, { file });
const previewParams = z.extend(getSecretPreview.params, { file });

type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  entry: EntryKey & { details: MediaDetails },
  file: string,
) => unknown;

/** Files of working copies: for admins by signed addresses, and for those who have a secret address while it lasts. */
export function serveDraftMedia(
  app: FastifyInstance,
  options: RouteShorthandOptions,
  send: Send,
): void {
  const { database, now } = app.portal;
  const sendFile = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { kind, slug, file: name }: EntryKey & { file: string },
    cache: "no-cache" | "no-store",
  ) => {
    const both = await findBoth(database, { kind, slug });
    if (!both) throw new ApiError("not-found");
    const details = { ...both.stored?.details, stored: workingCopyOf(both).files };
    if (!Object.hasOwn(details.stored, name) && !reviewFiles({ slug, details }).includes(name)) {
      throw new ApiError("not-found");
    }
    reply.headers({ "cache-control": `private, ${cache}`, "x-robots-tag": "noindex" });
    return send(request, reply, { kind, slug, details }, name);
  };

  app.get(`${studioMedia}/:kind/:slug/:file`, options, async (request, reply) => {
    const { success, data } = studioParams.safeParse(request.params);
    if (!success) throw new ApiError("not-found");
    const session = await requireSignedSession(request, signedPath(data, data.file));
    if (!isAdmin(session)) throw new ApiError("forbidden");
    // The list has many, in full size: a browser keeps them, and asks each time whether it may show them.
    return sendFile(request, reply, data, "no-cache");
  });

  app.get(`${previewBase}/:token/:file`, options, async (request, reply) => {
    const { success, data } = previewParams.safeParse(request.params);
    if (!success) throw new ApiError("not-found");
    const key = await findByPreview(database, hashToken(data.token), now());
    if (!key) throw new ApiError("not-found");
    return sendFile(request, reply, { ...key, file: data.file }, "no-store");
  });
}
