import { describe, expect, test, vi } from "vitest";
import { forFile } from "#api/testing/for-file.ts";
import { sampleRenderer } from "#api/testing/sample-renderer.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const folder = await forFile(temporaryFolder());
await folder.write(sampleRenderer);
const portal = await forFile(createTestPortal({}, { rendererFolder: folder.path }));

type Call = {
  method: "GET" | "POST" | "HEAD" | "OPTIONS";
  url: string;
  headers?: Record<string, string>;
  payload?: string;
};
const get = (url: string): Call => ({ method: "GET", url });

/** One request per kind of answer: pages, files, JSON, and errors of each layer. */
const calls: [string, Call, number][] = [
  ["a page", get("/"), 200],
  ["an unknown page", get("/gone"), 404],
  ["a file", get("/favicon.svg"), 200],
  ["an asset", get("/assets/main-A1b2.js"), 200],
  ["a missing asset", get("/assets/gone.js"), 404],
  ["robots.txt", get("/robots.txt"), 200],
  ["security.txt", get("/.well-known/security.txt"), 200],
  ["health", get("/api/health"), 200],
  ["a list", get("/api/content/articles"), 200],
  ["a refused entry", get("/api/content/articles/x"), 401],
  ["a forged address of media", get("/api/media/videos/x/x.webm?signature=x"), 403],
  ["a missing still", get("/api/media/posters/x.webp"), 404],
  ["an invalid query", get("/api/content/articles?limit=x"), 400],
  ["an unknown address of the API", get("/api/gone"), 404],
  ["a method that an address does not take", { method: "POST", url: "/api/health" }, 405],
  ["an address that is asked for its methods", { method: "OPTIONS", url: "/api/health" }, 204],
  ["an address that cannot be decoded", get("/api/%ZZ"), 400],
  ["a parameter that is too long", get(`/api/content/articles/${"x".repeat(301)}`), 404],
  [
    "a body that is not JSON",
    {
      method: "POST",
      url: "/api/login",
      headers: { "content-type": "application/json" },
      payload: "{",
    },
    400,
  ],
  [
    "a body of the wrong type",
    { method: "POST", url: "/api/login", headers: { "content-type": "text/x" }, payload: "x" },
    415,
  ],
  [
    "a body that is too large",
    {
      method: "POST",
      url: "/api/login",
      headers: { "content-type": "application/json" },
      payload: "1".repeat(300_000),
    },
    413,
  ],
  ["the description of the API", get("/api/openapi.json"), 200],
  ["the reader of the API", get("/api/docs"), 200],
  ["a script of the reader", get("/api/docs/static/swagger-ui-bundle.js"), 200],
];

describe("security headers", () => {
  test.each(calls)("are on %s", async (_, call, status) => {
    const { statusCode, headers } = await portal.app.inject(call);
    expect(statusCode).toBe(status);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "origin-agent-cluster": "?1",
      "x-dns-prefetch-control": "off",
      "x-download-options": "noopen",
      "x-frame-options": "DENY",
      "x-permitted-cross-domain-policies": "none",
      "x-xss-protection": "0",
    });
    // What documents the API is public, and loaded by a page with an origin of its own.
    const isOfDocs = call.url.startsWith("/api/docs");
    expect(headers["cross-origin-resource-policy"]).toBe(isOfDocs ? "cross-origin" : "same-origin");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.match(/script-src[^;]*/)?.[0] ?? "").not.toMatch(/unsafe|\*|https?:/);
    expect(policy).not.toContain("undefined");
    expect(headers["x-powered-by"]).toBeUndefined();
    const isJson = String(headers["content-type"]).startsWith("application/json");
    expect(!isJson || headers["cache-control"] === "no-store").toBe(true);
  });

  test.each(["/api/docs", "/api/docs/", "/api/docs/static/index.html"])(
    "give %s, whose scripts are not ours, no access to what the portal stores",
    async (url) => {
      const { headers } = await portal.app.inject(url);
      const sandbox = String(headers["content-security-policy"]).match(/sandbox[^;]*/)?.[0];
      expect(sandbox).toBe("sandbox allow-scripts");
    },
  );

  test("require https only if the portal is reached by https", async () => {
    const plain = await portal.app.inject("/api/health");
    expect(plain.headers["strict-transport-security"]).toBeUndefined();
    const other = await createTestPortal({ publicUrl: "https://portal.test" });
    const secure = await other.app.inject("/api/health");
    await other.close();
    expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });

  test("give access to no other origin than the desktop app", async () => {
    const ask = async (origin: string) => {
      const request = { origin, "access-control-request-method": "DELETE" };
      const preflight = await portal.app.inject({
        method: "OPTIONS",
        url: "/api/me",
        headers: request,
      });
      const plain = await portal.app.inject({ url: "/api/health", headers: { origin } });
      return [preflight, plain].map(({ headers }) => headers["access-control-allow-origin"]);
    };
    expect(await ask("app://portal")).toEqual(["app://portal", "app://portal"]);
    for (const origin of [
      "https://evil.example",
      "app://portal.evil",
      "null",
      "http://portal.test",
    ]) {
      expect([origin, ...(await ask(origin))]).toEqual([origin, undefined, undefined]);
    }
  });

  test("an internal failure reveals no internals", async () => {
    const secret = "relation sessions: password=hunter2 at /srv/app";
    vi.spyOn(portal.portal.database, "select").mockImplementationOnce(() => {
      throw new Error(secret);
    });
    const answer = await portal.app.inject("/api/showcase");
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { message: "Something went wrong on our side. Please try again.", code: "unexpected" },
    ]);
  });
});
