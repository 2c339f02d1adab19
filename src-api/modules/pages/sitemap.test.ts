import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { routes } from "#shared/routes.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import { publicRouteIds } from "./public-routes.ts";
import { sitemapPartXml, sitemapXml } from "./sitemap.ts";

const portal = await forFile(createPagesPortal());

type Entry = { loc: string; lastmod?: string; "xhtml:link": Record<string, string>[] };

async function sitemap(): Promise<Map<string, Entry>> {
  const body = await portal.page("/sitemap.xml");
  expect(XMLValidator.validate(body)).toBe(true);
  const { urlset } = new XMLParser({ ignoreAttributes: false }).parse(body);
  const entries = urlset.url as Entry[]; // as the test below checks
  return new Map(entries.map((entry) => [entry.loc.replace("http://portal.test", ""), entry]));
}

test("the sitemap names the public pages, in each language, with the others beside", async () => {
  const found = await sitemap();
  const paths = publicRouteIds.flatMap((id) => [routes[id].path, `${routes[id].path}?lang=pl`]);
  expect([...found.keys()].slice(0, paths.length)).toEqual(paths);
  for (const path of paths) {
    const links = found.get(path)?.["xhtml:link"] ?? [];
    expect(links.map((link) => link["@_hreflang"])).toEqual(["en", "pl", "x-default"]);
  }
});

test("it names what is open of each published entry, in the languages in which it is written", async () => {
  const found = await sitemap();
  const previews = [...found.keys()].filter((path) => path.startsWith("/preview/"));
  expect(previews).toEqual([
    "/preview/articles/only-english",
    "/preview/articles/weave-entries",
    "/preview/articles/weave-entries?lang=pl",
    "/preview/blog/a-diary",
    "/preview/protocols/ring-confidence",
    "/preview/recipes/liver-cubes",
    "/preview/videos/front-cross",
  ]);
  expect(found.get("/preview/blog/a-diary")?.lastmod).toBe("2026-02-02T07:00:00.000Z");
});

test("thousands of entries are spread over files, each of which search engines may read", () => {
  const pages = Array.from({ length: 20_001 }, (_, at) => ({
    path: `/preview/articles/number-${at}`,
    languages: ["en"] as const,
    changed: null,
  }));
  const site = { origin: "http://portal.test", brand: portal.portal.brand };
  const index = sitemapXml(site, pages);
  expect([...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)).toEqual([
    "http://portal.test/sitemaps/1.xml",
    "http://portal.test/sitemaps/2.xml",
  ]);
  const last = sitemapPartXml(site, pages, 2) ?? "";
  expect(XMLValidator.validate(last)).toBe(true);
  expect(last.match(/<loc>/g)).toHaveLength(1);
  expect(last).toContain("number-20000<");
});

test("a file of the sitemap that there is none of is not found", async () => {
  for (const part of ["0", "2", "x"]) {
    expect((await portal.app.inject(`/sitemaps/${part}.xml`)).statusCode, part).toBe(404);
  }
  expect((await portal.app.inject("/sitemaps/1.xml")).statusCode).toBe(200);
});

test("a date is that of the newest content, or of the legal text; about has none", async () => {
  const dates = async () => {
    const found = await sitemap();
    return ["/articles?lang=pl", "/", "/terms-and-conditions", "/about", "/announcements"].map(
      (path) => found.get(path)?.lastmod,
    );
  };
  const { terms } = portal.portal.brand.legalVersions;
  const home = "2026-02-05T07:00:00.000Z";
  const news = "2026-02-20T09:00:00.000Z";
  expect(await dates()).toEqual(["2026-02-01T07:00:00.000Z", home, terms, undefined, news]);
  portal.advance(24 * 60 * 60 * 1000);
  const tomorrow = "2026-03-02T07:00:00.000Z";
  expect(await dates()).toEqual([tomorrow, tomorrow, terms, undefined, news]);
});

test("robots.txt names the sitemap, and forbids neither feeds nor pictures", async () => {
  const robots = await portal.page("/robots.txt");
  expect(robots).toContain("Sitemap: http://portal.test/sitemap.xml");
  expect(robots.match(/^Disallow: .*$/gm)).toEqual(["Disallow: /api/"]);
  // Of what structured data name.
  expect(robots).toContain("Allow: /api/media/covers/\nAllow: /api/media/posters/\n");
});

test("security.txt says to whom to report, and has not expired however long the portal runs", async () => {
  const expiry = async () => {
    const text = await portal.page("/.well-known/security.txt");
    expect(text).toContain("Contact: mailto:hello@ringside.example\n");
    expect(text).toContain("Canonical: http://portal.test/.well-known/security.txt\n");
    const [, expires = ""] = /^Expires: (\S+)$/m.exec(text) ?? [];
    return Date.parse(expires) - portal.portal.now().getTime();
  };
  for (const days of [0, 400]) {
    portal.advance(days * dayMs);
    const expiresInMs = await expiry();
    expect(expiresInMs).toBeGreaterThan(178 * dayMs);
    expect(expiresInMs).toBeLessThan(365 * dayMs);
  }
});
