import { net } from "electron";
import enTexts from "../locales/en/api.json" with { type: "json" };
import plTexts from "../locales/pl/api.json" with { type: "json" };
import type { ErrorBody } from "../src-shared/api/errors.ts";
import { defaultLanguage, isLanguage, type Language } from "../src-shared/languages.ts";
import { apiAddress } from "./portal-address.ts";

const apiTexts: Record<Language, { unreachable: string }> = { en: enTexts, pl: plTexts };

/** ms until an answer has to begin; longer than the client waits, so that the client tells of it. */
const headersTimeout = 20_000;

/** Of one connection only, or told by the page to its own origin: nothing for the API host. */
const notForwarded =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|accept-encoding|origin|referer|cookie|sec-.*)$/;

/** Of one connection only; the body comes decoded, so its encoding and length are no longer true. */
const notAnswered =
  /^(connection|keep-alive|proxy-.*|trailer|transfer-encoding|upgrade|set-cookie)$/;
const notAnsweredDecoded = /^(content-encoding|content-length)$/;

function forwardedHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !notForwarded.test(name)));
}

function answeredHeaders(headers: Headers): Headers {
  const decoded = headers.has("content-encoding");
  return new Headers(
    [...headers].filter(
      ([name]) => !notAnswered.test(name) && !(decoded && notAnsweredDecoded.test(name)),
    ),
  );
}

/**
 * The body as it comes. A protocol handler is not told that its caller left: only the body's
 * `cancel` is called then, and ends the request to the API.
 */
function abortable(body: ReadableStream<Uint8Array> | null, abort: AbortController) {
  if (!body) return null;
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async (reason) => {
        abort.abort(reason);
        await reader.cancel(reason).catch(() => {}); // it ended by the abort
      },
    },
    { highWaterMark: 0 },
  );
}

/** What the client is told when nothing came from the API host: an answer in the API's own form. */
function unreachable(language: string | null): Response {
  const { unreachable: message } = apiTexts[isLanguage(language) ? language : defaultLanguage];
  const body: ErrorBody = { message, code: "unreachable" };
  return Response.json(body, { status: 502, headers: { "cache-control": "no-store" } });
}

/**
 * Forwards a request below `/api` to the API host: method, headers, body and query as they are,
 * the answer streamed back, its status and ranges untouched. 502 in the API's form when none came.
 * 400 for a path that the API host would read differently. Redirects are refused: they could carry
 * the token to another host.
 */
export async function forwardApi(request: Request, apiOrigin: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const address = apiAddress(apiOrigin, pathname, search);
  if (address === null) return new Response("Bad request", { status: 400 });
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), headersTimeout);
  try {
    const answer = await net.fetch(address, {
      method: request.method,
      headers: forwardedHeaders(request.headers),
      body: request.body,
      ...(request.body && { duplex: "half" }),
      credentials: "omit",
      redirect: "error",
      signal: abort.signal,
    });
    return new Response(abortable(answer.body, abort), {
      status: answer.status,
      statusText: answer.statusText,
      headers: answeredHeaders(answer.headers),
    });
  } catch {
    return unreachable(request.headers.get("accept-language"));
  } finally {
    clearTimeout(timer);
  }
}
