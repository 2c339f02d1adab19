import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#shared/routes.ts";
import { createPagesPortal, type PagesPortal } from "../../testing/pages-portal.ts";
import { publicRouteIds } from "./public-routes.ts";

let portal: PagesPortal;
beforeAll(async () => {
  portal = await createPagesPortal();
});
afterAll(() => portal.close());

type Entry = { loc: string; lastmod?: string; "xhtml:link": Record<string, string>[] };

async function sitemap(): Promise<Map<string, Entry>> {
  const body = await portal.page("/sitemap.xml");
  expect(XMLValidator.validate(body)).toBe(true);
  const { urlset } = new XMLParser({ ignoreAttributes: false }).parse(body);
  const entries = urlset.url as Entry[]; // as the test below checks
  return new Map(entries.map((entry) => [entry.loc.replace("http://portal.test", ""), entry]));
}

test("the sitemap names exactly the public pages, in each language, with the others beside", async () => {
  const found = await sitemap();
  const paths = publicRouteIds.map((id) => routes[id].path);
  expect([...found.keys()]).toEqual(paths.flatMap((path) => [path, `${path}?lang=pl`]));
  for (const { "xhtml:link": links } of found.values()) {
    expect(links.map((link) => link["@_hreflang"])).toEqual(["en", "pl", "x-default"]);
  }
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
});

test("security.txt says to whom to report, and has not expired however long the portal runs", async () => {
  const expiry = async () => {
    const text = await portal.page("/.well-known/security.txt");
    expect(text).toContain("Contact: mailto:hello@ringside.example\n");
    expect(text).toContain("Canonical: http://portal.test/.well-known/security.txt\n");
    const [, expires = ""] = /^Expires: (\S+)$/m.exec(text) ?? [];
    return Date.parse(expires) - portal.portal.now().getTime();
  };
  const day = 24 * 60 * 60_000;
  for (const days of [0, 400]) {
    portal.advance(days * day);
    const left = await expiry();
    expect(left).toBeGreaterThan(178 * day);
    expect(left).toBeLessThan(365 * day);
  }
});
