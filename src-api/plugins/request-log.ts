import type { FastifyRequest } from "fastify";

/** Path segments that are followed by a secret: of a link in a mail, or of a sign-up. */
const secretSegment = /\/(reset-password|undo-email-change|register)\/[^/?]+/g;

/** What the log tells of a request: no secret, and no query, which may hold a signature. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url.replace(secretSegment, "/$1/[token]").replace(/\?.*$/s, ""),
  remoteAddress: request.ip,
});
