import type { FastifyRequest } from "fastify";

/** Path segments that are followed by a secret: of a link in a mail, or of a sign-up. */
const beforeSecret = /(\/(?:reset-password|undo-email-change|register)\/+)[^/]+/gi;

/** 256 random bits in base64url: how every token looks, wherever it stands. */
const token = /\/[\w-]{43}(?=\/|$)/g;

/** The path without the secrets in it, however it was written. */
function withoutSecrets(path: string): string {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // No valid address: no route took it.
  }
  return plain.replace(beforeSecret, "$1[token]").replace(token, "/[token]");
}

/** What the log tells of a request: no secret, and no query, which may hold a signature. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: withoutSecrets(request.url.replace(/[?#].*$/s, "")),
  remoteAddress: request.ip,
});
