import { EventEmitter } from "node:events";
import { request as httpRequest, type ClientRequest, type RequestOptions } from "node:http";

type Guard = (details: { url: string }, answer: (result: { cancel?: boolean }) => void) => void;

const blocked = () => new Error("net::ERR_BLOCKED_BY_CLIENT");

/** Chromium's names for the network errors of Node that tests cause. */
const chromiumErrors: Record<string, string> = {
  ECONNREFUSED: "ERR_CONNECTION_REFUSED",
  ECONNRESET: "ERR_CONNECTION_RESET",
  UND_ERR_SOCKET: "ERR_CONNECTION_CLOSED",
  ENOTFOUND: "ERR_NAME_NOT_RESOLVED",
};

/** Converts an error to Electron's form. */
function asInElectron(error: unknown): unknown {
  const cause: unknown = error instanceof Error ? error.cause : null;
  const code: unknown = cause instanceof Error && "code" in cause ? cause.code : null;
  const name = chromiumErrors[String(code)];
  return name ? new Error(`net::${name}`) : error;
}

/** A session for the updater on Node's network. Every request passes the `onBeforeRequest` listener. */
export class UpdateSession {
  #guard: Guard = (_details, answer) => answer({});

  readonly webRequest = { onBeforeRequest: (guard: Guard) => void (this.#guard = guard) };

  allows(url: string): boolean {
    let cancelled = false;
    this.#guard({ url }, ({ cancel }) => (cancelled = cancel === true));
    return !cancelled;
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (!this.allows(url)) throw blocked();
    return fetch(url, init).catch((error: unknown) => {
      throw asInElectron(error);
    });
  };
}

/** A request of Electron's `net`. It emits redirects instead of following them. */
class NetRequest extends EventEmitter {
  readonly #options: RequestOptions & { session: UpdateSession };
  #request: ClientRequest | null = null;

  constructor(options: RequestOptions & { session: UpdateSession }) {
    super();
    this.#options = options;
  }

  abort() {
    this.#request?.destroy();
  }

  end() {
    const { session, protocol, hostname, port, path, headers } = this.#options;
    const url = new URL(path ?? "/", `${protocol}//${hostname}:${port}`);
    if (!session.allows(url.href)) {
      queueMicrotask(() => this.emit("error", blocked()));
      return;
    }
    this.#request = httpRequest(url, { headers, agent: false });
    this.#request.on("error", (error) => this.emit("error", error));
    this.#request.on("response", (answer) => {
      const { location } = answer.headers;
      if (location === undefined) return this.emit("response", answer);
      return this.emit("redirect", answer.statusCode, "GET", new URL(location, url).href);
    });
    this.#request.end();
  }
}

/** Replaces `net.request`. */
export const netRequest = (options: ConstructorParameters<typeof NetRequest>[0]) =>
  new NetRequest(options);
