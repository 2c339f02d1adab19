import type { FastifyRequest } from "fastify";

/** Path segments that are followed by the secret of a link in a mail, however it looks. */
const afterSecretSegment = /\/(reset-password|undo-email-change|register)\/[^/?]+/g;

/** A segment that looks like 256 random bits in base64url, wherever it stands. Slugs have no capitals. */
const randomSegment = /\/(?=[^/?]*[A-Z])[\w-]{40,}(?=[/?]|$)/g;

/** What the log tells of a request: no token of a link, and no query, which may hold a signature. */
export const describeRequest = ({
  method,
  url,
  ip,
}: Pick<FastifyRequest, "method" | "url" | "ip">) => ({
  method,
  url: url
    .replace(/\?.*$/s, "")
    .replace(afterSecretSegment, "/$1/[token]")
    .replace(randomSegment, "/[token]"),
  remoteAddress: ip,
});
