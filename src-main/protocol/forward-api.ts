import { net } from "electron";
import type { ErrorBody } from "#shared/api/errors.ts";
import { minuteMs } from "#shared/durations.ts";
import { defaultLanguage, isLanguage } from "#shared/languages.ts";
import { apiTextsIn } from "../desktop-texts.ts";
import type { KeptAnswer } from "../portal/legal-texts.ts";
import { apiAddress } from "../links/portal-address.ts";

/** Time until the response must begin, sending included: longer than the client's timeouts, which report it. */
const headersTimeoutMs = { withBody: 11 * minuteMs, withoutBody: 20_000 };

/** Request headers not sent to the API host: hop-by-hop ones and those about the page's origin. */
const notForwarded =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|accept-encoding|origin|referer|cookie|sec-.*)$/;

/** Response headers not passed on: hop-by-hop ones and cookies. */
const notAnswered =
  /^(connection|keep-alive|proxy-.*|trailer|transfer-encoding|upgrade|set-cookie)$/;
/** `net.fetch` decodes the body, so its encoding and length no longer apply. */
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

/** Streams the body. Electron signals an aborted request by cancelling it, which aborts the API's. */
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
        await reader.cancel(reason).catch(() => {}); // already aborted
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns an error in the API's format for when the API host cannot be reached. */
function unreachable(language: string | null): Response {
  const { unreachable: message } = apiTextsIn(isLanguage(language) ? language : defaultLanguage);
  const body: ErrorBody = { message, code: "unreachable" };
  return Response.json(body, { status: 502, headers: { "cache-control": "no-store" } });
}

/**
 * Forwards a request below `/api` to the API host with method, headers, body and query, and streams the
 * response with its status and ranges. If the host cannot be reached, responds with what is kept, or with 502, and with 400 for
 * a path that the API host would interpret differently. Redirects are not followed: they could send the
 * token to another host.
 */
export async function forwardApi(
  request: Request,
  apiOrigin: string,
  kept: KeptAnswer = () => null,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const address = apiAddress(apiOrigin, pathname, search);
  if (address === null) return new Response("Bad request", { status: 400 });
  const abort = new AbortController();
  const timer = setTimeout(
    () => abort.abort(),
    request.body ? headersTimeoutMs.withBody : headersTimeoutMs.withoutBody,
  );
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
    const language = request.headers.get("accept-language");
    const answer = request.method === "GET" ? kept(pathname, language) : null;
    return answer === null ? unreachable(language) : Response.json(answer);
  } finally {
    clearTimeout(timer);
  }
}
