import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { brandedPage } from "#shared/brand-page.ts";
import type { Language } from "#shared/languages.ts";
import { exampleAddress, routeIds } from "#shared/routes.ts";
import { net, protocol, session } from "../testing/recording-electron.ts";

vi.mock("electron", () => import("../testing/recording-electron.ts"));
const { portalHandler, registerPortalScheme, sendReferrerToPlayers } =
  await import("./app-protocol.ts");
const { packagedBrand } = await import("../interface-brand.ts");
const { openRendererFiles } = await import("./renderer-files.ts");

const secret = "outside the folder";
const page = '<html lang="en"><head><meta name="launchdarkly-client-id" content="" /></head>';
const links = '<link rel="icon" href="/favicon.svg" /><link rel="manifest" href="/m" /></head>';
let folder = "";
let handle: ReturnType<typeof portalHandler>;
const signedIn = vi.fn(() => false);
const language = vi.fn((): Language => "en");
const state = { isSignedIn: signedIn, language, brand: () => packagedBrand };
const config = { apiOrigin: "http://127.0.0.1:9", launchDarklyClientId: null };

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), "renderer-"));
  folder = join(root, "renderer");
  await mkdir(join(folder, "assets"), { recursive: true });
  await mkdir(join(folder, ".vite"));
  await writeFile(join(root, "secret.js"), secret);
  await writeFile(join(folder, "index.html"), page.replace("</head>", links));
  await writeFile(join(folder, "assets/a b.js"), "export {}");
  await writeFile(join(folder, "assets/font.woff2"), "font");
  await writeFile(join(folder, ".vite/manifest.json"), "{}");
  await symlink(join(root, "secret.js"), join(folder, "assets/link.js"));
  await symlink(root, join(folder, "assets/up"));
  handle = portalHandler(await openRendererFiles(folder), config, state);
});
afterAll(() => rm(join(folder, ".."), { recursive: true }));

const get = (path: string, method = "GET") =>
  handle(new Request(`app://portal${path}`, { method }));

describe("the scheme", () => {
  it("has its own origin and cannot bypass the CSP", () => {
    registerPortalScheme();
    expect(protocol.registerSchemesAsPrivileged.mock.lastCall).toEqual([
      [
        {
          scheme: "app",
          privileges: {
            standard: true,
            secure: true,
            supportFetchAPI: true,
            stream: true,
            codeCache: true,
          },
        },
      ],
    ]);
  });
});

it("frames of YouTube and Vimeo are told which portal they are in, and nothing else is", () => {
  const { onBeforeSendHeaders } = session.defaultSession.webRequest;
  sendReferrerToPlayers(() => "https://portal.example.org");
  const [filter, listener] = onBeforeSendHeaders.mock.lastCall ?? [];
  expect(filter).toEqual({
    urls: ["https://www.youtube-nocookie.com/*", "https://player.vimeo.com/*"],
    types: ["subFrame"],
  });
  const answer = vi.fn();
  listener({ requestHeaders: { Accept: "text/html" } }, answer);
  expect(answer.mock.calls).toEqual([
    [{ requestHeaders: { Accept: "text/html", Referer: "https://portal.example.org/" } }],
  ]);
});

describe("a file", () => {
  it.each([
    ["/assets/a%20b.js", "text/javascript; charset=utf-8"],
    ["/assets/font.woff2", "font/woff2"],
  ])("%s comes with its type", async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await answer.text()).length).toBeGreaterThan(0);
  });

  it("is kept by pages for good if its name contains its hash", async () => {
    await writeFile(join(folder, "icon.png"), "png");
    const own = portalHandler(await openRendererFiles(folder), config, state);
    const lifetime = async (path: string) =>
      (await own(new Request(`app://portal${path}`))).headers.get("cache-control");
    expect(await lifetime("/assets/font.woff2")).toBe("public, max-age=31536000, immutable");
    expect(await lifetime("/icon.png")).toBe("no-cache");
    expect(await lifetime("/")).toBe("no-cache");
    expect(await lifetime("/assets/gone.js")).toBeNull();
    await rm(join(folder, "icon.png"));
  });

  it("is passed on in one piece and without a copy, which would not be a Buffer any more", async () => {
    await writeFile(join(folder, "assets/big.js"), "x".repeat(200_000));
    const own = portalHandler(await openRendererFiles(folder), config, state);
    const answer = await own(new Request("app://portal/assets/big.js"));
    const chunks = await Array.fromAsync(answer.body!); // it has one
    expect(chunks.map((chunk) => [Buffer.isBuffer(chunk), chunk.length])).toEqual([
      [true, 200_000],
    ]);
  });

  it("that is missing below /assets/ gets 404, not the page, which import() would take for code", async () => {
    const answer = await get("/assets/gone.js");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  });

  it("only supports GET and HEAD", async () => {
    const head = await get("/assets/font.woff2", "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect((await get("/assets/font.woff2", method)).status).toBe(405);
    }
  });
});

describe("a file outside the renderer", () => {
  const ways = [
    "/../secret.js",
    "/%2e%2e/secret.js",
    "/..%2fsecret.js",
    "/assets/..%2f..%2fsecret.js",
    "/assets/%2e%2e%2f%2e%2e%2fsecret.js",
    "/assets/..\\..\\secret.js",
    "/assets/..%5c..%5csecret.js",
    "/assets/%252e%252e%252f%252e%252e%252fsecret.js",
    "/assets/link.js",
    "/assets/up/secret.js",
    "/assets//link.js",
    "//secret.js",
    "/assets/%00/../secret.js",
    "/assets/a%20b.js%00.png",
    "/assets/%zz",
    "/.vite/manifest.json",
    "/assets/../.vite/manifest.json",
    "/etc/passwd",
    "/file:///etc/passwd",
  ];

  it.each(ways)("is not served for %s", async (path) => {
    const answer = await get(path);
    const text = await answer.text();
    expect(text).not.toContain(secret);
    expect(text).not.toBe("{}");
    expect(answer.headers.get("content-type")).toMatch(/^text\/(html|plain)/);
  });

  it("is not served for any combination of these", async () => {
    const bits = ["..", "%2e%2e", "/", "%2f", "\\", "%5c", "assets", "up", "secret.js", ".", "%00"];
    for (let seed = 1; seed < 3_000; seed++) {
      const parts = Array.from({ length: 2 + (seed % 7) }, (_, i) => {
        return bits[(seed * 17 + i * (1 + (seed % 89))) % bits.length];
      });
      expect(await (await get(`/${parts.join("")}`)).text()).not.toContain(secret);
    }
  });

  it.each(["app://portal.evil/", "app://portal:1/", "app://x@portal/", "app://other/index.html"])(
    "is not served under %s",
    async (url) => {
      // Request refuses URLs with credentials, but the handler may get one.
      const answer = await handle({ url, method: "GET" } as Request);
      expect(answer.status).toBe(403);
    },
  );
});

describe("the page", () => {
  it.each(routeIds)("is served for the route %s with its CSP", async (id) => {
    const path = exampleAddress(id, "a.b");
    const answer = await get(`${path}?x=1`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await answer.text()).toBe(brandedPage(page, packagedBrand));
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe|launchdarkly/);
  });

  it("may have frames of the sites whose videos the portal's owner allows", async () => {
    const embeds = { youtube: false, vimeo: true, peertube: [] };
    const allowing = { ...state, brand: () => ({ ...packagedBrand, embeds }) };
    const files = await openRendererFiles(folder);
    const answer = await portalHandler(files, config, allowing)(new Request("app://portal/"));
    expect(answer.headers.get("content-security-policy")).toContain(
      "frame-src 'self' https://player.vimeo.com;",
    );
  });

  it("is served with 404 and the same CSP if no route matches", async () => {
    for (const path of [
      "/nowhere",
      "/index.html",
      "/favicon.gone",
      "/Articles",
      "/articles/%E0%A4%A",
    ]) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'");
    }
  });

  it("sends no referrer from paths that contain a token", async () => {
    const referrer = async (path: string) => (await get(path)).headers.get("referrer-policy");
    expect(await referrer("/reset-password/abc")).toBe("no-referrer");
    expect(await referrer("/articles")).toBe("strict-origin-when-cross-origin");
  });

  it("says for its first paint whether somebody is logged in", async () => {
    expect(await (await get("/")).text()).toContain('<html lang="en" ');
    signedIn.mockReturnValueOnce(true);
    expect(await (await get("/")).text()).toContain('<html data-signed-in lang="en" ');
  });

  it("names the files of its route in the language of the app, so that all load at once", async () => {
    const routeFiles = join(folder, ".vite/route-files.json");
    const files = (name: string) => [`/assets/${name}.js`, "/assets/mark.svg"];
    const home = { en: files("home-en"), pl: files("home-pl") };
    await writeFile(routeFiles, JSON.stringify({ routes: { home } }));
    const own = portalHandler(await openRendererFiles(folder), config, state);
    await rm(routeFiles);
    const hintsOf = async (path: string) => {
      const text = await (await own(new Request(`app://portal${path}`))).text();
      return [...text.matchAll(/<link rel="(\w+)".*? href="(.+?)"/g)].map(([, ...found]) => found);
    };
    expect(await hintsOf("/")).toEqual([
      ["modulepreload", "/assets/home-en.js"],
      ["preload", "/assets/mark.svg"],
    ]);
    language.mockReturnValueOnce("pl");
    expect(await hintsOf("/")).toContainEqual(["modulepreload", "/assets/home-pl.js"]);
    expect(await hintsOf("/articles")).toEqual([]);
    expect(await hintsOf("/nowhere")).toEqual([]);
  });

  it("contains LaunchDarkly's client ID, and its CSP allows the hosts", async () => {
    const files = await openRendererFiles(folder);
    const flagged = { ...config, launchDarklyClientId: 'a1"><b' };
    const answer = await portalHandler(files, flagged, state)(new Request("app://portal/"));
    expect(await answer.text()).toContain('content="a1b"');
    expect(answer.headers.get("content-security-policy")).toContain(
      "clientstream.launchdarkly.com",
    );
  });
});

it("forwards /api, but not paths that only start with these letters", async () => {
  net.fetch.mockClear();
  await get("/api/me");
  await get("/apiary");
  expect(net.fetch.mock.calls.map(([url]) => url)).toEqual(["http://127.0.0.1:9/api/me"]);
});
