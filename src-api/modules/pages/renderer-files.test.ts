import { describe, expect, test } from "vitest";
import { brotliDecompressSync } from "node:zlib";
import { contentSecurityPolicy } from "#shared/content-security-policy.ts";
import { isRouteOn } from "#shared/parts.ts";
import { exampleAddress, routeIds } from "#shared/routes.ts";
import { forFile } from "#api/testing/for-file.ts";
import { sampleRenderer, sampleScript } from "#api/testing/sample-renderer.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { isItemRoute } from "./public-routes.ts";
import { withoutScriptStyle } from "./without-script.ts";

const folder = await forFile(temporaryFolder());
await folder.write({
  ...Object.fromEntries(
    Object.entries(sampleRenderer).map(([name, file]) => [`built/${name}`, file]),
  ),
  "secret.txt": "outside",
});
const portal = await forFile(createTestPortal({}, { rendererFolder: `${folder.path}/built` }));

const get = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers });
const policyOfPages = () =>
  contentSecurityPolicy({
    launchDarkly: false,
    styles: [withoutScriptStyle(portal.portal.brand)],
  });
const isPage = (body: string) => body.includes('<div id="root">');

describe("pages", () => {
  test.each(routeIds)("%s opens by its address", async (id) => {
    const answer = await get(exampleAddress(id, "some-thing"));
    // Nobody has written that, or offers the app.
    const isThere = !isItemRoute(id) && isRouteOn(portal.portal.brand, id);
    expect([answer.statusCode, isPage(answer.body)]).toEqual([isThere ? 200 : 404, true]);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": policyOfPages(),
    });
  });

  test.each([
    ["/reset-password/abc.def", 200],
    ["/undo-email-change/eyJ.a-b_c.js", 200],
    [`/reset-password/${"x".repeat(400)}`, 200],
    ["/articles/", 200],
    ["/articles?tag=agility", 200],
    ["/articles/a%20b", 200],
    ["/unheard-of", 404],
    ["/articles/a/b", 404],
    ["/index.html", 404],
    ["/favicon-of-another.ico", 404],
    ["/apiary", 404],
    ["/assetsy.js", 404],
    ["/Articles", 404],
    ["//articles", 404],
    ["/subscribe/weekly", 404],
    ["/articles/%E0%A4%A", 404],
    ["/%?lang=pl", 404],
  ])("%s is index.html with %i", async (url, status) => {
    const answer = await get(url);
    expect([answer.statusCode, isPage(answer.body)]).toEqual([status, true]);
  });

  test.each([
    "/assets/gone-C3d4.js",
    "/assets/",
    "/assets",
    "/api/gone",
    "/api",
    "/api/index.html",
  ])("%s is 404 and never index.html: an import() of it has to fail", async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "not-found"]);
  });

  test("answer HEAD, and 304 to whoever holds them", async () => {
    const head = await portal.app.inject({ method: "HEAD", url: "/about" });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const etag = String(head.headers["etag"]);
    expect((await get("/about", { "if-none-match": `"x", ${etag}` })).statusCode).toBe(304);
    expect((await get("/contact", { "if-none-match": etag })).statusCode).toBe(200);
    const missing = String((await get("/gone")).headers["etag"]);
    expect((await get("/gone", { "if-none-match": missing })).statusCode).toBe(404);
  });

  test.each(["POST", "PUT", "DELETE"] as const)("do not take %s", async (method) => {
    const answer = await portal.app.inject({ method, url: "/about" });
    expect([answer.statusCode, answer.json().code]).toEqual([405, "method-not-allowed"]);
    expect(answer.headers["allow"]).toBe("GET, HEAD, OPTIONS");
    const unknown = await portal.app.inject({ method, url: "/gone" });
    expect([unknown.statusCode, unknown.headers["allow"]]).toEqual([404, undefined]);
  });

  test("with a token in their address tell it to nobody", async () => {
    const policies = await Promise.all(
      ["/reset-password/a.b", "/undo-email-change/a.b", "/about"].map(
        async (url) => (await get(url)).headers["referrer-policy"],
      ),
    );
    expect(policies).toEqual(["no-referrer", "no-referrer", "strict-origin-when-cross-origin"]);
  });
});

describe("the head of a page", () => {
  test("has title, description and preview of a public page, in the language asked for", async () => {
    const english = (await get("/articles")).body;
    expect(english).toContain("<title>Articles · Ringside</title>");
    expect(english).toContain('<link rel="canonical" href="http://portal.test/articles" />');
    expect(english).toContain('<meta property="og:image" content="http://portal.test/og.png" />');
    expect(english).toMatch(/<meta name="description" content="[^"{]{40,}" \/>/);
    const polish = (await get("/articles?lang=pl")).body;
    expect(polish).toContain('<html lang="pl" ');
    expect(polish).toContain("<title>Artykuły · Ringside</title>");
    expect(polish).toContain(
      '<meta property="og:url" content="http://portal.test/articles?lang=pl" />',
    );
    expect(polish).not.toContain("Built");
  });

  test("describes the home page with the sentences of the brand", async () => {
    const english = (await get("/")).body;
    expect(english).toMatch(/<title>Dog sport [^<]+ · Ringside<\/title>/);
    expect(english).toMatch(/<meta name="description" content="[^"{]*dog sport/);
    const polish = (await get("/?lang=pl")).body;
    expect(polish).toMatch(/<title>Psie sporty[^<]+ · Ringside<\/title>/);
    expect(polish).toMatch(/<meta name="description" content="[^"{]*psich sportów/);
  });

  test.each(["/blog", "/articles/weave-entries", "/dashboard", "/login", "/checkout", "/gone"])(
    "keeps %s out of search engines, without a preview",
    async (url) => {
      const { body } = await get(url);
      expect(body).toContain('<meta name="robots" content="noindex" />');
      expect(body).not.toContain("og:");
    },
  );

  test("repeats nothing of the address", async () => {
    for (const url of [
      "/articles?lang=%22%3E%3Cscript%3E",
      "/articles?q=<script>x",
      "/<script>x",
    ]) {
      expect((await get(url)).body).not.toContain("<script>x");
      expect((await get(url)).body).not.toContain('"><script>');
    }
  });
});

describe("files", () => {
  test("with a hash in their name are kept for a year, others are asked for again", async () => {
    const asset = await get("/assets/main-A1b2.js");
    expect([asset.statusCode, asset.body]).toEqual([200, sampleScript]);
    expect(asset.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "application/javascript; charset=utf-8",
    });
    const icon = await get("/favicon.svg");
    expect(icon.headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "image/svg+xml",
    });
    const again = await get("/favicon.svg", { "if-none-match": String(icon.headers["etag"]) });
    expect(again.statusCode).toBe(304);
  });

  test("are sent compressed, once: from the file beside them, or on the way", async () => {
    const brotli = await get("/assets/main-A1b2.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/javascript; charset=utf-8",
      vary: expect.stringContaining("accept-encoding"),
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(sampleScript);
    const gzip = await get("/assets/main-A1b2.js", { "accept-encoding": "gzip" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    const page = await get("/articles", { "accept-encoding": "br" });
    expect(page.headers["content-encoding"]).toBe("br");
  });

  test.each([
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/assets/../../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/..%5c..%5csecret.txt",
    "/assets/%252e%252e%252fsecret.txt",
    "/assets/....//....//secret.txt",
    "//secret.txt",
    "/.sources",
    "/.vite/manifest.json",
    "/assets/main-A1b2.js.br",
    "/assets/main-A1b2.js%00",
    "/assets/%ZZ",
    "/assets%2fmain-A1b2.js",
  ])("%s reaches nothing that is not to be served", async (url) => {
    const answer = await get(url);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toMatch(/outside|a hash|ringside ringside/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("the installed app", () => {
  test("gets its service worker anew each time, which may fetch from here, compressed or not", async () => {
    for (const encoding of ["identity", "br"]) {
      const answer = await get("/service-worker.js", { "accept-encoding": encoding });
      expect(answer.headers["content-encoding"]).toBe(encoding === "br" ? "br" : undefined);
      expect(answer.headers).toMatchObject({
        "cache-control": "no-cache",
        "content-type": "text/javascript; charset=utf-8",
        "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
      });
    }
  });

  test("gets the page to start offline with: that of no address, with the policy of all pages", async () => {
    const { statusCode, body, headers } = await get("/shell.html");
    expect([statusCode, isPage(body)]).toEqual([200, true]);
    expect(headers["content-security-policy"]).toBe(policyOfPages());
    expect(body).toContain("<title>Ringside</title>");
    expect(body).toContain('<meta name="robots" content="noindex" />');
    expect(body).not.toContain("canonical");
  });

  test("gets its manifest with the type of manifests", async () => {
    const { headers } = await get("/manifest.webmanifest");
    expect(headers["content-type"]).toMatch(/^application\/manifest\+json/);
  });
});

test("a page names where violations are reported: by https in both ways, else in that which works by http", async () => {
  const rendererFolder = `${folder.path}/built`;
  const reporting = async (publicUrl: string) => {
    const other = await createTestPortal({ publicUrl }, { rendererFolder });
    const { headers } = await other.app.inject("/dashboard");
    await other.close();
    const policy = String(headers["content-security-policy"]);
    return [policy.match(/report-.*/)?.[0], headers["reporting-endpoints"]];
  };
  const uri = "report-uri /api/csp-reports";
  expect(await reporting("http://portal.test")).toEqual([uri, undefined]);
  const endpoints = 'csp="/api/csp-reports"';
  expect(await reporting("https://portal.test")).toEqual([`${uri}; report-to csp`, endpoints]);
});

test("a LaunchDarkly client id reaches the page, escaped, and its hosts the policy", async () => {
  const id = 'a"><script>$&';
  const other = await createTestPortal(
    { launchDarklyClientId: id },
    { rendererFolder: `${folder.path}/built` },
  );
  const { body, headers } = await other.app.inject("/");
  await other.close();
  expect(body).toContain('content="a&quot;&gt;&lt;script&gt;$&amp;"');
  expect(headers["content-security-policy"]).toContain(
    "connect-src 'self' https://app.launchdarkly.com https://clientstream.launchdarkly.com https://events.launchdarkly.com;",
  );
});
