import type { FastifyRequest } from "fastify";

/** Path segments that are followed by the secret of a link in a mail. */
const secretSegment = /\/(reset-password|verify-email)\/[^/?]+/g;

/** What the log tells of a request: no token of a link, and no query, which may hold a signature. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url.replace(secretSegment, "/$1/[token]").replace(/\?.*$/s, ""),
  remoteAddress: request.ip,
});
