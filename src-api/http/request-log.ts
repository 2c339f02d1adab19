import {
  LogController,
  type FastifyReply,
  type FastifyRequest,
  type FastifyError,
  type onRequestHookHandler,
} from "fastify";
import { randomUUID } from "node:crypto";
import { prettyFactory } from "pino-pretty";
import { requestIdHeader } from "#shared/api/endpoint.ts";
import { DrizzleQueryError } from "#api/infra/database/drizzle.ts";
import { widestNetwork } from "#api/infra/throttle/networks.ts";
import { sqlState } from "#api/infra/database/connect.ts";

type Output = { isTTY?: boolean; write(text: string): unknown };

/** Returns the human-readable log stream; null if the log does not go to a terminal. */
export function terminalLog(output: Output): { write(line: string): void } | null {
  if (!output.isTTY) return null;
  const pretty = prettyFactory({
    colorize: !process.env["NO_COLOR"],
    translateTime: "SYS:HH:MM:ss",
    ignore: "pid,hostname,reqId,req,res,responseTime",
    messageFormat: "{if res.statusCode}{req.method} {req.url} {res.statusCode}, {end}{msg}",
    singleLine: true,
  });
  return { write: (line) => void output.write(pretty(line)) };
}

/** Number of characters of an identifier: 48 random bits, short enough to be read out. */
const requestIdLength = 13;

/** Returns an identifier for a request: `3f2a91c0-77de`. Those that clients send are never used. */
export const newRequestId = (): string => randomUUID().slice(0, requestIdLength);

/** Tells the client the identifier by which the log names its request. */
export const sendRequestId: onRequestHookHandler = (request, reply, done) => {
  reply.header(requestIdHeader, request.id);
  done();
};

/**
 * Returns the fields to log about a failure. The parameters of a failed query are hashes and personal
 * data, and its message and the database's own message repeat them: only the statement and its
 * SQLSTATE are logged.
 */
export function describeError(error: FastifyError) {
  const { name: type, message, stack = "", code } = error;
  if (!(error instanceof DrizzleQueryError)) return { type, message, stack, code };
  const frames = stack.slice(stack.indexOf("\n    at ") + 1);
  const state = sqlState(error) ?? undefined;
  return { type, message: `Failed query: ${error.query}`, stack: frames, code: state };
}

/** Path segments that are followed by a secret. Only the log has addresses; all else has templates of paths. */
const beforeSecret =
  /(\/(?:reset-password|undo-email-change|secure-account|invitations?|set-up|register|feeds|calendar|weekly-mail|news(?:\/confirm)?|secret-previews?)\/+)[^/]+/gi;

/** The form of every token: 256 random bits in base64url. */
const token = /\/[\w-]{43}(?=[/.]|$)/g;

/** Decodes ASCII letters and signs, even if encoded twice. Unlike `decodeURIComponent` it never fails. */
const decodeAscii = (path: string): string =>
  path.replace(/%(?:25)*([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Removes the secrets from a path, in whatever way it is encoded, also where it cannot be decoded. */
const withoutSecrets = (path: string): string =>
  decodeAscii(path).replace(beforeSecret, "$1[token]").replace(token, "/[token]");

/** Returns the fields to log about a request: no secrets, and no query, which may contain a signature. */
export const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: withoutSecrets(request.url.replace(/[?#].*$/s, "")),
  /** Not the address of a person's device, but enough to find the source of many requests. */
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
