import { LogController, type FastifyReply, type FastifyRequest } from "fastify";
import { widestNetwork } from "../infra/throttle/networks.ts";

/**
 * Path segments that are followed by a secret: the token of a mailed link, a feed or a calendar, or the id of a sign-up.
 * Nothing else needs the list: metrics, traces and reports of violations have the templates of paths.
 */
const beforeSecret =
  /(\/(?:reset-password|undo-email-change|secure-account|register|feeds|calendar|weekly-mail|secret-previews?)\/+)[^/]+/gi;

/** The form of every token: 256 random bits in base64url. */
const token = /\/[\w-]{43}(?=[/.]|$)/g;

/** Decodes letters and signs of ASCII, also those that were encoded twice. Unlike `decodeURIComponent` it never fails. */
const decodeAscii = (path: string): string =>
  path.replace(/%(?:25)*([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Removes the secrets from a path, in whatever way it is encoded, also where it cannot be decoded. */
const withoutSecrets = (path: string): string =>
  decodeAscii(path).replace(beforeSecret, "$1[token]").replace(token, "/[token]");

/** Returns what is logged about a request: no secrets, and no query, which may contain a signature. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: withoutSecrets(request.url.replace(/[?#].*$/s, "")),
  /** Not the address of a person's device, but enough to tell where many requests come from. */
  remoteNetwork: widestNetwork(request.ip),
});

/** Files of the interface and media, of which every page has many. */
const isFile = (url: string): boolean => !url.startsWith("/api/") && /\.\w+(?:\?|$)/.test(url);

/** Logs every request in one line, when it is answered; Fastify would log its arrival as well. */
export class RequestLog extends LogController {
  readonly #skipsFiles: boolean;

  /** @param options.skipsFiles whether files that were served are left out */
  constructor({ skipsFiles = false } = {}) {
    super();
    this.#skipsFiles = skipsFiles;
  }

  override incomingRequest(): void {}

  override requestCompleted(err: Error | null, req: FastifyRequest, res: FastifyReply): void {
    const { elapsedTime: responseTime } = res;
    if (err) res.log.error({ req, res, err, responseTime }, "request errored");
    else if (!this.#skipsFiles || res.statusCode >= 400 || !isFile(req.url))
      res.log.info({ req, res, responseTime }, "request completed");
  }
}
