import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedFlagEnvironment as environment } from "../../src-shared/flags.ts";
import { createTestPortal, type TestPortal } from "../testing/test-portal.ts";

let it: TestPortal;
/** Every address that the API describes, with the methods that it takes. */
let addresses: [url: string, taken: string[]][];
beforeAll(async () => {
  it = await createTestPortal();
  const { paths } = (await it.app.inject("/api/openapi.json")).json();
  addresses = Object.entries<object>(paths).map(([path, operations]) => {
    const methods = Object.keys(operations).map((method) => method.toUpperCase());
    const taken = methods.includes("GET") ? [...methods, "HEAD"] : methods;
    return [path.replaceAll(/\{\w+\}/g, "articles"), taken];
  });
});
afterAll(() => it.close());

const ask = async (options: InjectOptions) => {
  const { statusCode, headers, body } = await it.app.inject(options);
  const allowed = new Set((headers["allow"] ?? "").split(", ").filter(Boolean));
  const code: unknown = body && JSON.parse(body).code;
  return {
    status: statusCode,
    allowed,
    body,
    code,
    origin: headers["access-control-allow-origin"],
  };
};

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"] as const;

describe("an address of the API", () => {
  test("answers a method that it does not take with 405 and those that it takes", async () => {
    expect(addresses.length).toBeGreaterThan(20);
    for (const [url, taken] of addresses) {
      for (const method of methods.filter((name) => !taken.includes(name))) {
        const { status, allowed, code } = await ask({ method, url });
        const expected = method === "HEAD" ? "" : "method-not-allowed";
        expect([method, url, status, code]).toEqual([method, url, 405, expected]);
        expect(allowed).toEqual(new Set([...taken, "OPTIONS"]));
      }
    }
  });

  test("tells its methods to OPTIONS", async () => {
    for (const [url, taken] of addresses) {
      const { status, allowed, body } = await ask({ method: "OPTIONS", url });
      expect([url, status, body]).toEqual([url, 204, ""]);
      expect(allowed).toEqual(new Set([...taken, "OPTIONS"]));
    }
  });

  test("that is in no description knows its methods, too", async () => {
    const { status, allowed } = await ask({ method: "PUT", url: "/api/media/posters/x.webp" });
    expect([status, allowed]).toEqual([405, new Set(["GET", "HEAD", "OPTIONS"])]);
    const stream = await ask({ method: "HEAD", url: `/api/flags/eval/${environment}/e30` });
    expect([stream.status, stream.allowed]).toEqual([405, new Set(["GET", "OPTIONS"])]);
  });

  test.each(["{", "x".repeat(300_000)])("does so without reading the body", async (payload) => {
    const headers = { "content-type": "application/json" };
    expect((await ask({ method: "PUT", url: "/api/login", headers, payload })).status).toBe(405);
    expect((await ask({ method: "PUT", url: "/api/gone", headers, payload })).status).toBe(404);
  });
});

test("an unknown address is 404 to every method and allows none", async () => {
  for (const method of [...methods, "OPTIONS"] as const) {
    const { status, allowed } = await ask({ method, url: "/api/gone/x" });
    expect([method, status, allowed]).toEqual([method, 404, new Set()]);
  }
});

test("the desktop app can read these failures, and its preflights succeed everywhere", async () => {
  const origin = "app://portal";
  const wrong = await ask({ method: "DELETE", url: "/api/login", headers: { origin } });
  expect([wrong.status, wrong.origin]).toEqual([405, origin]);
  const headers = { origin, "access-control-request-method": "POST" };
  for (const url of ["/api/login", "/api/gone"]) {
    const preflight = await ask({ method: "OPTIONS", url, headers });
    expect([url, preflight.status, preflight.origin]).toEqual([url, 204, origin]);
  }
});
