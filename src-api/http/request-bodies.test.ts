import { connect, type AddressInfo, type Socket } from "node:net";
import zlib, { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { call } from "#api/testing/account-requests.ts";
import { openConnection } from "#api/testing/open-request.ts";
import { signEverybodyIn } from "#api/testing/people.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { bodyLimit } from "./request-bodies.ts";

const portal = await forFile(createTestPortal());
const headersOf = await signEverybodyIn(portal);
await portal.app.listen({ host: "127.0.0.1", port: 0 });
const { port } = portal.app.server.address() as AddressInfo; // listens on a port
const origin = `http://127.0.0.1:${port}`;

describe("a compressed body", () => {
  const zeros = Buffer.alloc(4 * 1024 * 1024);
  const bodies = {
    gzip: gzipSync(zeros),
    "X-GZIP": gzipSync(zeros),
    deflate: deflateSync(zeros),
    br: brotliCompressSync(zeros),
    "gzip, gzip": gzipSync(gzipSync(zeros)),
    "identity, br": brotliCompressSync(zeros),
    unknown: Buffer.from("{}"),
  };
  const unpackers = ["createGunzip", "createInflate", "createUnzip", "createBrotliDecompress"];

  const routes: [string, string, string, number][] = [
    ["read as JSON", "/api/login", "application/json", 415],
    [
      "read as a form",
      `/api/payments/sandbox/${crypto.randomUUID()}`,
      "application/x-www-form-urlencoded",
      415,
    ],
    ["read as a report", "/api/csp-reports", "application/reports+json", 415],
    ["ignored at logout", "/api/logout", "application/json", 204],
    [
      "ignored by the weekly mail",
      "/api/weekly-mail/unknown",
      "application/x-www-form-urlencoded",
      404,
    ],
    ["discarded by the flags", "/api/flags/events/bulk/embedded", "application/json", 415],
  ];

  test.each(routes)("that is %s is not unpacked", async (_, path, type, status) => {
    const unpack = unpackers.map((name) => vi.spyOn(zlib, name as "createGunzip")); // all take the same
    for (const [encoding, body] of Object.entries(bodies)) {
      // An answer that is not compressed, which this process would unpack itself.
      const accept = { "accept-encoding": "identity" };
      const headers = { "content-type": type, "content-encoding": encoding, ...accept };
      const answer = await fetch(origin + path, { method: "POST", headers, body });
      expect([encoding, answer.status]).toEqual([encoding, status]);
    }
    for (const spy of unpack) expect(spy).not.toHaveBeenCalled();
  });

  test("that says it is not compressed is read", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "Identity" };
    const answer = await fetch(`${origin}/api/login`, { method: "POST", headers, body: "{}" });
    expect(answer.status).toBe(400);
  });
});

const drained = (socket: Socket) => new Promise((resolve) => socket.once("drain", resolve));

/** Sends a body that does not end, up to 64 MB. Returns how many bytes the server took, and what it answered. */
async function sendEndless(method: string, path: string, headers: Record<string, string>) {
  const socket = connect(port, "127.0.0.1");
  let [answer, taken] = ["", 0];
  socket.on("data", (bytes) => (answer += bytes)).on("error", () => {}); // reset by the server
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const head = Object.entries({ host: "portal.test", ...headers }).map((pair) => pair.join(": "));
  socket.write([`${method} ${path} HTTP/1.1`, ...head, "", ""].join("\r\n"));
  const chunk = "x".repeat(65_536);
  const bytes = headers["content-length"] ? chunk : `10000\r\n${chunk}\r\n`;
  while (taken < 64 * 1024 * 1024 && !socket.destroyed) {
    if (!socket.write(bytes)) await Promise.race([drained(socket), closed]);
    taken += chunk.length;
  }
  socket.destroy();
  return { status: Number(answer.split(" ")[1]), taken };
}

describe("a body without end", () => {
  const json = { "content-type": "application/json" };
  const requests: [string, string, string, Record<string, string>, number][] = [
    ["ignored at logout", "POST", "/api/logout", json, 204],
    ["ignored by the weekly mail", "POST", "/api/weekly-mail/unknown", {}, 404],
    ["of a GET", "GET", "/api/content/articles", {}, 200],
    ["to an unknown address", "POST", "/api/unknown", json, 404],
    ["of a visitor who is refused", "POST", "/api/announcements", json, 401],
    ["of an unknown type", "POST", "/api/login", { "content-type": "x/y" }, 415],
    ["that is too large", "POST", "/api/login", json, 413],
  ];
  // What a connection buffers on its way between two processes.
  const buffered = 16 * 1024 * 1024;

  test.each(requests)("%s is not read", async (_, method, path, headers, status) => {
    const kinds: Record<string, string>[] = [
      { "transfer-encoding": "chunked" },
      { "content-length": String(64 * 1024 ** 3) },
    ];
    for (const kind of kinds) {
      const answer = await sendEndless(method, path, { ...headers, ...kind });
      expect(answer.status).toBe(status);
      expect(answer.taken).toBeLessThan(buffered);
    }
  });

  test("does not keep a session alive that is logged out", async () => {
    const headers = { ...headersOf.judge, "transfer-encoding": "chunked" };
    await sendEndless("POST", "/api/logout", headers);
    expect((await call(portal, "GET", "/me", { headers: headersOf.judge })).status).toBe(401);
  });
});

test("A connection stays open after a body that was ignored and is not too long", async () => {
  const body = "x".repeat(bodyLimit);
  const head =
    "POST /api/logout HTTP/1.1\r\nhost: portal.test\r\ntransfer-encoding: chunked\r\n\r\n";
  const request = `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const connection = await openConnection(origin, request);
  expect(await connection.next()).toMatch(/^HTTP\/1\.1 204 .*connection: keep-alive/is);
  connection.write(request);
  expect(await connection.next()).toMatch(/^HTTP\/1\.1 204 /);
  connection.write("GET /api/me HTTP/1.1\r\nhost: portal.test\r\nconnection: close\r\n\r\n");
  expect(await connection.rest()).toMatch(/^HTTP\/1\.1 401 /);
});
