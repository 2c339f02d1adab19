import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { embeddedFlagEnvironment as environment } from "#shared/flags.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const ask = async (options: InjectOptions) => {
  const { statusCode, headers, body } = await portal.app.inject(options);
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

const portal = await forFile(createTestPortal());
const { paths } = (await portal.app.inject("/api/openapi.json")).json();
/** Every address of the OpenAPI description, with its methods. */
const addresses = Object.entries<object>(paths).map(
  ([path, operations]): [url: string, supported: string[]] => {
    const supported = Object.keys(operations).map((method) => method.toUpperCase());
    if (supported.includes("GET")) supported.push("HEAD");
    return [path.replaceAll(/\{\w+\}/g, "articles"), supported];
  },
);

describe("an address of the API", () => {
  test("answers an unsupported method with 405 and the supported ones", async () => {
    expect(addresses.length).toBeGreaterThan(20);
    for (const [url, supported] of addresses) {
      for (const method of methods.filter((name) => !supported.includes(name))) {
        const { status, allowed, code } = await ask({ method, url });
        const expected = method === "HEAD" ? "" : "method-not-allowed";
        expect([method, url, status, code]).toEqual([method, url, 405, expected]);
        expect(allowed).toEqual(new Set([...supported, "OPTIONS"]));
      }
    }
  });

  test("answers OPTIONS with its methods", async () => {
    for (const [url, supported] of addresses) {
      const { status, allowed, body } = await ask({ method: "OPTIONS", url });
      expect([url, status, body]).toEqual([url, 204, ""]);
      expect(allowed).toEqual(new Set([...supported, "OPTIONS"]));
    }
  });

  test("that is not documented lists its methods, too", async () => {
    const { status, allowed } = await ask({ method: "PUT", url: "/api/media/posters/x.webp" });
    expect([status, allowed]).toEqual([405, new Set(["GET", "HEAD", "OPTIONS"])]);
    const stream = await ask({ method: "HEAD", url: `/api/flags/eval/${environment}/e30` });
    expect([stream.status, stream.allowed]).toEqual([405, new Set(["GET", "OPTIONS"])]);
  });

  test.each(["{", "x".repeat(300_000)])(
    "answers an unsupported method without reading the body",
    async (payload) => {
      const headers = { "content-type": "application/json" };
      expect((await ask({ method: "PUT", url: "/api/login", headers, payload })).status).toBe(405);
      expect((await ask({ method: "PUT", url: "/api/gone", headers, payload })).status).toBe(404);
    },
  );
});

test("an unknown address is 404 for every method and lists none", async () => {
  for (const method of [...methods, "OPTIONS"] as const) {
    const { status, allowed } = await ask({ method, url: "/api/gone/x" });
    expect([method, status, allowed]).toEqual([method, 404, new Set()]);
  }
});

test("the desktop app can read these failures, and its preflight requests always succeed", async () => {
  const origin = "app://portal";
  const wrong = await ask({ method: "DELETE", url: "/api/login", headers: { origin } });
  expect([wrong.status, wrong.origin]).toEqual([405, origin]);
  const headers = { origin, "access-control-request-method": "POST" };
  for (const url of ["/api/login", "/api/gone"]) {
    const preflight = await ask({ method: "OPTIONS", url, headers });
    expect([url, preflight.status, preflight.origin]).toEqual([url, 204, origin]);
  }
});
