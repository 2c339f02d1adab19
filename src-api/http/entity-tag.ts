import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Returns the ETag of a content; weak, since a text may be sent compressed. */
export const entityTag = (text: string | Buffer): string =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;

/** Returns whether a caller who sent this `If-None-Match` has the version with this ETag. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(/,\s*/).includes(etag) ?? false;

/** Sends a content with its ETag, or 304 if the caller has it already. */
export function sendUnlessUnchanged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: string | Buffer,
): FastifyReply {
  const etag = entityTag(content);
  reply.header("etag", etag);
  return isUnchanged(headers["if-none-match"], etag) ? reply.code(304).send() : reply.send(content);
}
