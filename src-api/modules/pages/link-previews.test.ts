import { describe, expect, test } from "vitest";
import type { RouteId } from "#shared/routes.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import { pageFacts } from "./page-facts.ts";

const portal = await forFile(createPagesPortal());

/** Returns the tags of a page's head by name, property or rel. */
async function tagsOf(address: string): Promise<Map<string, string>> {
  const html = await portal.page(address);
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  const links = html.matchAll(/<link rel="(canonical)" href="([^"]*)"/g);
  return new Map([...metas, ...links].map(([, name = "", content = ""]) => [name, content]));
}

describe("the preview of an entry", () => {
  test.each(
    ["articles/weave-entries", "blog/a-diary", "recipes/liver-cubes"].concat([
      "protocols/ring-confidence",
      "videos/front-cross",
    ]),
  )("%s shows title, summary and picture, and stays out of search engines", async (entry) => {
    const tags = await tagsOf(`/${entry}`);
    expect(tags.get("og:type")).toBe("article");
    expect(tags.get("og:description")).toBe(`A summary of ${tags.get("og:title")}.`);
    expect(tags.get("og:url")).toBe(`http://portal.test/preview/${entry}`);
    expect(tags.get("og:image")).toMatch(`http://portal.test/og/en/${entry}.png?v=`);
    expect(tags.get("og:image:alt")).toContain(tags.get("og:title"));
    expect(tags.get("article:published_time")).toMatch(/^2026-02-0\dT07:00:00/);
    expect(tags.get("robots")).toBe("noindex");
    expect(tags.has("canonical")).toBe(false);
  });

  test("is in the language of the address, or in English where there is no translation", async () => {
    const polish = await tagsOf("/articles/weave-entries?lang=pl");
    expect([polish.get("og:title"), polish.get("og:locale")]).toEqual([
      "Wejścia w slalom",
      "pl_PL",
    ]);
    expect(polish.get("og:image")).toMatch("/og/pl/articles/weave-entries.png?v=");
    const english = await tagsOf("/blog/a-diary?lang=pl");
    expect([english.get("og:title"), english.get("og:locale")]).toEqual(["A diary", "en_GB"]);
  });

  test("contains nothing of its text", async () => {
    expect(await portal.page("/articles/weave-entries")).not.toMatch(/xylophone|beef liver/);
  });

  test("of the future is the same as of one that does not exist", async () => {
    const unknown = await portal.page("/articles/unheard-of");
    expect(await portal.page("/articles/of-tomorrow")).toBe(unknown);
    expect(await portal.page("/blog/weave-entries")).not.toContain("og:");
    expect(unknown).not.toContain("og:");
    expect(unknown).toContain("<title>Article · Ringside</title>");
  });
});

describe("the page of what is open of an entry", () => {
  test("is what search engines list, at its address in each language that it is written in", async () => {
    const html = await portal.page("/preview/articles/weave-entries?lang=pl");
    const tags = await tagsOf("/preview/articles/weave-entries?lang=pl");
    const address = "http://portal.test/preview/articles/weave-entries";
    expect(html).toContain("<title>Wejścia w slalom · Ringside</title>");
    expect(tags.has("robots")).toBe(false);
    expect(tags.get("canonical")).toBe(`${address}?lang=pl`);
    expect(html).toContain(`hreflang="en" href="${address}"`);
    expect(html).toContain(`hreflang="pl" href="${address}?lang=pl"`);
  });

  test("is the English page where there is no translation", async () => {
    const html = await portal.page("/preview/blog/a-diary?lang=pl");
    const tags = await tagsOf("/preview/blog/a-diary?lang=pl");
    expect(tags.get("canonical")).toBe("http://portal.test/preview/blog/a-diary");
    expect(html).not.toContain('hreflang="pl"');
  });

  test.each(["articles/of-tomorrow", "articles/unheard-of", "stories/weave-entries"])(
    "is missing for %s",
    async (entry) => {
      const answer = await portal.app.inject(`/preview/${entry}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain("<title>Page not found · Ringside</title>");
      expect(answer.body).toContain('content="noindex"');
    },
  );
});

describe("the head of a public page", () => {
  test("has a picture of its own, with size and description", async () => {
    const tags = await tagsOf("/memberships?lang=pl");
    expect(tags.get("og:image")).toMatch("http://portal.test/og/pl/memberships.png?v=");
    expect(tags.get("twitter:image")).toBe(tags.get("og:image"));
    expect([tags.get("og:image:width"), tags.get("og:image:height")]).toEqual(["1200", "630"]);
    expect(tags.get("og:image:alt")).toContain("Plany");
    expect(tags.get("twitter:card")).toBe("summary_large_image");
    expect(tags.get("og:locale:alternate")).toBe("en_GB");
  });

  test("names the page in each language, the default, and the feeds", async () => {
    const html = await portal.page("/about?lang=pl");
    for (const link of [
      'rel="canonical" href="http://portal.test/about?lang=pl"',
      'rel="alternate" hreflang="en" href="http://portal.test/about"',
      'rel="alternate" hreflang="pl" href="http://portal.test/about?lang=pl"',
      'rel="alternate" hreflang="x-default" href="http://portal.test/about"',
    ]) {
      expect(html).toContain(`<link ${link} />`);
    }
    expect(html).toMatch(/type="application\/atom\+xml"[^>]*href="[^"]*\/feed\.atom\?lang=pl"/);
    expect(html).toMatch(/type="application\/feed\+json"[^>]*href="[^"]*\/feed\.json\?lang=pl"/);
  });
});

test("without a database, a page says of the content only what it knows", async () => {
  const unreadable = () => Promise.reject(new Error("connect ECONNREFUSED"));
  const sources = {
    brand: portal.portal.brand,
    origin: () => "http://portal.test",
    reads: {
      teaser: unreadable,
      moved: unreadable,
      preview: unreadable,
      author: unreadable,
      items: unreadable,
      newest: unreadable,
      plans: unreadable,
      lastAnnouncement: unreadable,
    },
    linkPicturePath: () => "/og.png",
  };
  const factsOf = (id: RouteId, path: string) => pageFacts({ id, path, language: "en" }, sources);
  expect((await factsOf("article", "/articles/weave-entries")).preview).toBeNull();
  const memberships = await factsOf("memberships", "/memberships");
  expect(memberships.preview).not.toBeNull();
  expect(JSON.stringify(memberships.structuredData)).not.toContain("Offer");
});
