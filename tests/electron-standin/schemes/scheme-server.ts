import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { schemes, toApp, toWeb } from "./schemes.ts";

/** HTTP headers between Chromium and this server. Custom schemes have neither these nor cookies. */
const ownToHttp =
  /^(host|connection|accept-encoding|content-length|upgrade-insecure-requests|cookie|sec-.*)$/i;
const notAnswered = /^(content-encoding|transfer-encoding|connection|keep-alive|set-cookie)$/i;

/** Creates the request for a protocol handler. Its signal never fires, as in Electron. */
function handlerRequest(request: IncomingMessage, address: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headersDistinct)) {
    if (!ownToHttp.test(name)) for (const one of value ?? []) headers.append(name, toApp(one));
  }
  if (request.method === "GET" || request.method === "HEAD") {
    return new Request(address, { method: request.method, headers });
  }
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array<ArrayBuffer>>; // of Buffers
  const streamed = { method: request.method ?? "", headers, body, duplex: "half" };
  return new Request(address, streamed);
}

function writeHead(answer: Response, response: ServerResponse): void {
  for (const [name, value] of answer.headers) {
    if (!notAnswered.test(name)) response.appendHeader(name, toWeb(value));
  }
  response.appendHeader("cache-control", "no-store"); // Electron does not cache these responses
  response.writeHead(answer.status, answer.statusText);
  response.flushHeaders();
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = toApp(new URL(`http://${request.headers.host}${request.url ?? "/"}`).href);
  const handler = schemes.get(address.split(":")[0] ?? "")?.handler;
  const answer = await handler?.(handlerRequest(request, address));
  if (!answer || answer.type === "error") return void response.destroy();
  if (response.destroyed) return answer.body?.cancel(); // aborted by the page meanwhile
  writeHead(answer, response);
  if (!answer.body) return void response.end();
  // An abort by the page only cancels the body, as in Electron.
  await pipeline(Readable.fromWeb(answer.body as WebStream), response); // the DOM's types and Node's differ
}

const left = (error: unknown) =>
  error instanceof Error &&
  /ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR/.test(String(Reflect.get(error, "code")));

/** Starts the server for the app's schemes. Returns its port. */
export async function startSchemeServer(): Promise<number> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!left(error)) console.error("electron stand-in: a protocol handler failed:", error);
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port; // it listens on a port, not on a pipe
}
