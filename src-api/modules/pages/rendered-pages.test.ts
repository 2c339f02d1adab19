import { createHash, randomUUID } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { sql } from "#api/infra/database/drizzle.ts";
import { announcements } from "#api/modules/announcements/schema.ts";
import { products } from "#api/modules/billing/schema.ts";
import { setFlag } from "#api/modules/flags/flag-store.ts";
import { forFile } from "#api/testing/for-file.ts";
import { sampleRenderer } from "#api/testing/sample-renderer.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

/** A server build that shows the catalogue's answer, counts its pages, and fails for one page. */
const serverBuild = `
let count = 0;
export const startScript = "start()";
export const renderPage = async ({ id, language, flags, get }) => {
  count += 1;
  if (id === "about") throw new Error("This page cannot be rendered.");
  const answer = await get("/announcements", language);
  return {
    markup: "<style>.a { color: red }</style><p>page " + count + ", " + answer.items.length + " announcements</p>",
    styles: "<style>.b { color: blue }</style>",
    served: { path: "/", language, flags, answers: [{ key: ["</script>"], data: answer }] },
  };
};`;

const routeFiles = {
  routes: { articles: { en: ["/assets/list.js"], pl: ["/assets/list.js", "/assets/pl.js"] } },
};

const folder = await forFile(temporaryFolder());
const built = Object.entries(sampleRenderer).map(([name, file]) => [`renderer/${name}`, file]);
await folder.write({
  ...Object.fromEntries(built),
  "renderer/.vite/route-files.json": JSON.stringify(routeFiles),
  "server/render-page.js": serverBuild,
});
const portal = await forFile(createTestPortal({}, { rendererFolder: `${folder.path}/renderer` }));

const get = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url, headers });
const numberOf = async (url: string) => /page (\d+)/.exec((await get(url)).body)?.[1];
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("a public page", () => {
  test("comes with its content, its styles and the data that it was made of", async () => {
    const { body, headers } = await get("/articles?lang=pl");
    expect(body).toMatch(/<div id="root"><style>[^<]*<\/style><p>page \d+, 0 announcements/);
    expect(body).toContain("<style>.b { color: blue }</style>");
    expect(body).not.toContain('type="module"');
    const [, data = ""] =
      /<script type="application\/json" id="served-page">([^]*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(data)).toMatchObject({ language: "pl", answers: [{ key: ["</script>"] }] });
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  test("names what its start script fetches: the app, and the page's own files", async () => {
    const { body } = await get("/articles?lang=pl");
    expect(body).toContain(
      '<html data-app="/assets/main-A1b2.js /assets/list.js /assets/pl.js" lang="pl"',
    );
    expect((await get("/articles")).body).toContain(
      'data-app="/assets/main-A1b2.js /assets/list.js"',
    );
    expect(body).not.toContain('rel="modulepreload"');
  });

  test("allows exactly its own styles and script by their hashes", async () => {
    const policy = String((await get("/")).headers["content-security-policy"]);
    expect(policy).toContain(hashOf("start()"));
    expect(policy).toContain(hashOf(".a { color: red }"));
    expect(policy).toContain(hashOf(".b { color: blue }"));
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("require-trusted-types-for 'script'");
    const other = String((await get("/dashboard")).headers["content-security-policy"]);
    expect(other).not.toContain(hashOf("start()"));
  });

  test("is rendered once for everybody, in each language", async () => {
    const first = await numberOf("/");
    expect(await numberOf("/")).toBe(first);
    expect(await numberOf("/?utm_source=letter")).toBe(first);
    expect(await numberOf("/?lang=pl")).not.toBe(first);
    expect(await numberOf("/")).toBe(first);
  });

  test("is the same for a member: what is personal comes with the app", async () => {
    const first = (await get("/")).body;
    expect((await get("/", { authorization: "Bearer x" })).body).toBe(first);
  });

  test("is answered with 304 to whoever holds it, and compressed", async () => {
    const { headers, body } = await get("/");
    const held = await get("/", { "if-none-match": String(headers["etag"]) });
    expect([held.statusCode, held.body]).toEqual([304, ""]);
    const brotli = await get("/", { "accept-encoding": "gzip, br" });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(body);
    const gzip = await get("/", { "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(body);
    expect((await get("/", { "accept-encoding": "br;q=0" })).headers["content-encoding"]).toBe(
      undefined,
    );
  });

  test.each(["/articles?tag=agility", "/articles/", "/login?plan=monthly", "/dashboard"])(
    "%s is sent without content, since it depends on more than its path",
    async (url) => {
      const { statusCode, body } = await get(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('<div id="root"></div>');
    },
  );

  test("that cannot be rendered is sent without content, which the app then loads", async () => {
    const { statusCode, body } = await get("/about");
    expect(statusCode).toBe(200);
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain('type="module"');
  });
});

test("while answers fail, a page is sent as it was", async () => {
  const before = await numberOf("/");
  const inject = vi.spyOn(portal.app, "inject");
  portal.advance(2_000);
  const page = portal.app.inject({ url: "/" });
  inject.mockRejectedValue(new Error("The server is closing."));
  expect(/page (\d+)/.exec((await page).body)?.[1]).toBe(before);
  inject.mockRestore();
});

describe("a change", () => {
  const announce = (publishedAt: Date) =>
    portal.portal.database.insert(announcements).values({
      id: randomUUID(),
      title: { en: "New" },
      body: { en: "Text" },
      publishedAt,
      origin: "portal",
    });
  const announced = async () => Number(/(\d+) announcements/.exec((await get("/")).body)?.[1]);

  test("of what a page shows is on it at the next request", async () => {
    const before = await announced();
    await announce(portal.portal.now());
    expect(await announced()).toBe(before + 1);
  });

  test("that happens by the clock alone is on the page after half a second", async () => {
    const before = await announced();
    await announce(new Date(portal.portal.now().getTime() + 60_000));
    expect(await announced()).toBe(before);
    portal.advance(60_600);
    expect(await announced()).toBe(before + 1);
  });

  test("that a page does not show leaves it as it is", async () => {
    const first = await numberOf("/");
    await portal.portal.database.update(products).set({ price: sql`price` });
    portal.advance(2_000);
    expect(await numberOf("/")).toBe(first);
  });

  test("of a flag is on the page at the next request", async () => {
    expect((await get("/")).body).toContain('"maintenanceMode":false');
    await setFlag(portal.portal, "maintenance-mode", true);
    expect((await get("/")).body).toContain('"maintenanceMode":true');
  });
});
