import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { apiHost, stopApiHost } from "../testing/api-host.ts";
import { net } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { forwardApi } = await import("./forward-api.ts");

type Exchange = [IncomingMessage, ServerResponse];
afterEach(async () => {
  vi.useRealTimers();
  await stopApiHost();
});

/** A host that delays its response; resolves with the exchange once a request has arrived. */
async function waitingHost() {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const origin = await apiHost((...exchange) => resolve(exchange));
  return { origin, exchange: promise };
}

const request = (path: string, init: RequestInit = {}) => new Request(`app://portal${path}`, init);

it("forwards method, URL, body and headers, except headers about the page's origin", async () => {
  const { origin, exchange } = await waitingHost();
  const answer = forwardApi(
    request("/api/contact?a=b%20c", {
      method: "POST",
      body: '{"x":"ż"}',
      duplex: "half",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer abc",
        "accept-language": "pl",
        "idempotency-key": "k",
        origin: "app://portal",
        referer: "app://portal/reset-password/secret",
        cookie: "a=b",
        connection: "keep-alive",
        "sec-fetch-site": "same-origin",
      },
    }),
    origin,
  );
  const [{ method, url, headers }, response] = await exchange;
  expect(`${method} ${url}`).toBe("POST /api/contact?a=b%20c");
  expect(headers).toMatchObject({
    authorization: "Bearer abc",
    "content-type": "application/json",
    "accept-language": "pl",
    "idempotency-key": "k",
    host: new URL(origin).host,
  });
  for (const name of ["origin", "referer", "cookie"]) expect(headers).not.toHaveProperty(name);
  expect(headers["sec-fetch-site"]).not.toBe("same-origin");
  response.writeHead(201, "Made", { "x-request-id": "1", "set-cookie": "a=b" }).end("{}");
  const { status, statusText, headers: answered } = await answer;
  expect([status, statusText, answered.get("x-request-id")]).toEqual([201, "Made", "1"]);
  expect(answered.get("set-cookie")).toBeNull();
});

it("forwards the complete body", async () => {
  const origin = await apiHost((incoming, response) => incoming.pipe(response));
  const text = "ż".repeat(100_000);
  const answer = await forwardApi(request("/api/x", { method: "PUT", body: text }), origin);
  expect(await answer.text()).toBe(text);
});

it("streams the response before it is complete", async () => {
  const { origin, exchange } = await waitingHost();
  const pending = forwardApi(request("/api/stream"), origin);
  const [, response] = await exchange;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("data: 1\n\n");
  const reader = (await pending).body!.getReader(); // it has one
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
  response.end("data: 2\n\n");
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 2\n\n");
  expect((await reader.read()).done).toBe(true);
});

it("aborts the request to the API when the page aborts", async () => {
  const { origin, exchange } = await waitingHost();
  const pending = forwardApi(request("/api/stream"), origin);
  const [incoming, response] = await exchange;
  response.writeHead(200).write("x");
  const reader = (await pending).body!.getReader(); // it has one
  await reader.read();
  const gone = once(incoming.socket, "close");
  await reader.cancel("left");
  await gone;
  expect(net.fetch.mock.lastCall?.[1].signal?.aborted).toBe(true);
});

it("fails when the API closes the connection, so that half a response is not taken as complete", async () => {
  const { origin, exchange } = await waitingHost();
  const pending = forwardApi(request("/api/x"), origin);
  const [, response] = await exchange;
  response.writeHead(200, { "content-length": "10" });
  response.write("half");
  const answer = await pending;
  response.destroy();
  await expect(answer.text()).rejects.toThrow(/terminated|aborted/);
});

it("passes ranges through", async () => {
  const origin = await apiHost((incoming, response) => {
    response.writeHead(206, {
      "content-range": `${incoming.headers.range?.replace("=", " ")}/10`,
      "content-length": "3",
      "accept-ranges": "bytes",
    });
    response.end("abc");
  });
  const answer = await forwardApi(
    request("/api/media/1", { headers: { range: "bytes=2-4" } }),
    origin,
  );
  expect(answer.status).toBe(206);
  expect(answer.headers.get("content-range")).toBe("bytes 2-4/10");
  expect(answer.headers.get("content-length")).toBe("3");
  expect(await answer.text()).toBe("abc");
});

it("drops the content length of a decoded body", async () => {
  const origin = await apiHost((_, response) => {
    const body = gzipSync("x".repeat(1_000));
    response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length });
    response.end(body);
  });
  const answer = await forwardApi(request("/api/x"), origin);
  expect(answer.headers.get("content-length")).toBeNull();
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(await answer.text()).toHaveLength(1_000);
});

it.each([204, 304])("passes %d through without a body", async (status) => {
  const origin = await apiHost((_, response) => response.writeHead(status).end());
  const answer = await forwardApi(request("/api/x"), origin);
  expect([answer.status, answer.body]).toEqual([status, null]);
});

it("passes errors of the API through unchanged", async () => {
  const origin = await apiHost((_, response) => response.writeHead(401).end('{"message":"No"}'));
  const answer = await forwardApi(request("/api/me"), origin);
  expect([answer.status, await answer.text()]).toEqual([401, '{"message":"No"}']);
});

it.each([
  ["pl", "Nie można połączyć się z portalem. Sprawdź połączenie i spróbuj ponownie."],
  ["en-GB,en", "The portal cannot be reached. Please check your connection and try again."],
])("says in %s that nobody answered, as the API says what fails", async (language, message) => {
  const origin = await apiHost(() => {});
  await stopApiHost();
  const headers = { "accept-language": language };
  const answer = await forwardApi(request("/api/me", { headers }), origin);
  expect(answer.status).toBe(502);
  expect(await answer.json()).toEqual({ message, code: "unreachable" });
});

it("aborts a request that gets no response in time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { origin, exchange } = await waitingHost();
  const pending = forwardApi(request("/api/me"), origin);
  const [incoming] = await exchange;
  const gone = once(incoming.socket, "close");
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await pending).status).toBe(502);
  await gone;
});

it("passes on uploads in parts, with their headers, for as long as sending takes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { origin, exchange } = await waitingHost();
  const answer = forwardApi(
    request("/api/studio/uploads/0", {
      method: "PATCH",
      body: "a part",
      duplex: "half",
      headers: {
        "content-type": "application/offset+octet-stream",
        "tus-resumable": "1.0.0",
        "upload-offset": "5",
      },
    }),
    origin,
  );
  const [{ method, headers }, response] = await exchange;
  expect(method).toBe("PATCH");
  expect(headers).toMatchObject({ "tus-resumable": "1.0.0", "upload-offset": "5" });
  await vi.advanceTimersByTimeAsync(60_000);
  response.writeHead(204, { "upload-offset": "11" }).end();
  expect((await answer).headers.get("upload-offset")).toBe("11");
});

it("has no timeout for a response that has begun", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { origin, exchange } = await waitingHost();
  const pending = forwardApi(request("/api/stream"), origin);
  const [, response] = await exchange;
  response.writeHead(200).write("a");
  const answer = await pending;
  await vi.advanceTimersByTimeAsync(600_000);
  response.end("b");
  expect(await answer.text()).toBe("ab");
});

it.each([
  "/api/..\\..\\admin",
  "/api\\..\\admin",
  "/api/media\\1",
  "/api/..%5c..%5cadmin",
  "/api/..%5C..%5Cadmin",
])("refuses %s: the API host would take a backslash for a slash", async (path) => {
  net.fetch.mockClear();
  // Node's Request keeps the backslash, as Electron's does for `app:`.
  const answer = await forwardApi(request(path), "http://127.0.0.1:9");
  expect(answer.status).toBe(400);
  expect(net.fetch).not.toHaveBeenCalled();
});

it("forwards backslashes and dots in a query", async () => {
  const requested: (string | undefined)[] = [];
  const origin = await apiHost((incoming, response) => {
    requested.push(incoming.url);
    response.end();
  });
  await forwardApi(request("/api/search?q=a%5Cb/../c"), origin);
  expect(requested).toEqual(["/api/search?q=a%5Cb/../c"]);
});

it("does not follow a redirect to another host with the token", async () => {
  const requested: (string | undefined)[] = [];
  const origin = await apiHost((incoming, response) => {
    requested.push(incoming.url);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  const headers = { authorization: "Bearer abc" };
  expect((await forwardApi(request("/api/me", { headers }), origin)).status).toBe(502);
  expect(requested).toEqual(["/api/me"]);
});
