import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { atomFeed, jsonFeed } from "#api/modules/library/module.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createPagesPortal } from "#api/testing/pages-portal.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";

const awkward = 'Sit & <stay>: "now", it’s ]]> time';

const feed = (address: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ url: address, headers });

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ["entry", "link", "category"].includes(name),
});

async function atom(address: string) {
  const { body } = await feed(address);
  expect(XMLValidator.validate(body)).toBe(true);
  return parser.parse(body).feed;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const older = Array.from({ length: 30 }, (_, at) => [
  [`blog/old-${at}/entry.json`, entryJson("2025-01-01T07:00:00Z")],
  [`blog/old-${at}/en.md`, markdown(`Old ${at}`)],
]).flat();
const portal = await forFile(
  createPagesPortal({
    ...sampleContent,
    ...Object.fromEntries(older),
    "articles/awkward/entry.json": entryJson("2026-02-28T07:00:00Z"),
    "articles/awkward/en.md": markdown(awkward.replaceAll('"', '\\"')),
  }),
);

describe("the Atom feed", () => {
  test("has what RFC 4287 requires of a feed and of its entries", async () => {
    const { entry: entries, ...found } = await atom("/feed.atom?lang=pl");
    expect(found).toMatchObject({
      "@_xmlns": "http://www.w3.org/2005/Atom",
      "@_xml:lang": "pl",
      id: "http://portal.test/feed.atom?lang=pl",
      title: expect.stringContaining("Ringside"),
      updated: entries[0].updated,
      author: { name: "Ringside" },
    });
    expect(found.link).toContainEqual({
      "@_rel": "self",
      "@_type": "application/atom+xml",
      "@_href": "http://portal.test/feed.atom?lang=pl",
    });
    for (const entry of entries) {
      expect(entry.id).toMatch(/^http:\/\/portal\.test\/\w+\/[\w-]+\?lang=pl$/);
      expect(entry).toMatchObject({ title: expect.anything(), summary: expect.anything() });
      expect(entry).toMatchObject({ author: { name: "Marta Wolska" } });
      expect([entry.updated, entry.published]).toEqual([
        expect.stringMatching(time),
        expect.stringMatching(time),
      ]);
      // The members' address knows an entry again; everybody may follow the link to its preview.
      expect(entry.link[0]["@_href"]).toBe(entry.id.replace(".test/", ".test/preview/"));
    }
    const ids = entries.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("lists the newest thirty, newest first, of every kind", async () => {
    const { entry: entries } = await atom("/feed.atom");
    const times = entries.map(({ published }: { published: string }) => published);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(times).toHaveLength(30);
    const kinds = entries.map(({ id }: { id: string }) => new URL(id).pathname.split("/")[1]);
    expect(new Set(kinds)).toEqual(new Set(["articles", "blog", "recipes", "protocols", "videos"]));
  });

  test("has the last publication of an entry, and of all", () => {
    const item = (publishedAt: string, changedAt?: string) => ({
      id: publishedAt,
      url: publishedAt,
      title: "A",
      summary: "B",
      author: "C",
      tags: [],
      language: "en" as const,
      publishedAt,
      ...(changedAt && { changedAt }),
    });
    const items = [
      item("2026-03-02T07:00:00Z"),
      item("2026-03-01T07:00:00Z", "2026-03-05T07:00:00Z"),
    ];
    const site = { title: "A", description: "B", publisher: "C", home: "D", icon: "E", items };
    const parsed = parser.parse(atomFeed({ ...site, language: "en" }, "F")).feed;
    expect(parsed.updated).toBe("2026-03-05T07:00:00Z");
    const times = parsed.entry.map((it: Record<string, string>) => [
      it["published"],
      it["updated"],
    ]);
    expect(times).toEqual([
      ["2026-03-02T07:00:00Z", "2026-03-02T07:00:00Z"],
      ["2026-03-01T07:00:00Z", "2026-03-05T07:00:00Z"],
    ]);
    const json = JSON.parse(jsonFeed({ ...site, language: "en" }, "F")).items;
    expect(json.map((it: Record<string, string>) => it["date_modified"])).toEqual([
      undefined,
      "2026-03-05T07:00:00Z",
    ]);
  });

  test("escapes texts", async () => {
    const { entry: entries } = await atom("/feed.atom");
    expect(entries[0].title).toBe(awkward);
  });
});

describe("the JSON feed", () => {
  test("has what JSON Feed 1.1 requires, and the same entries", async () => {
    const answer = await feed("/feed.json?lang=pl");
    expect(answer.headers["content-type"]).toMatch("application/feed+json");
    const { items, ...found } = answer.json();
    expect(found).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: expect.stringContaining("Ringside"),
      home_page_url: "http://portal.test/?lang=pl",
      feed_url: "http://portal.test/feed.json?lang=pl",
      language: "pl",
    });
    expect(items[0]).toMatchObject({ title: awkward, language: "en" });
    for (const item of items) {
      expect(item).toMatchObject({
        id: item.url.replace("/preview/", "/"),
        content_text: `A summary of ${item.title}.`,
        date_published: expect.stringMatching(time),
        authors: [{ name: "Marta Wolska" }],
        image: expect.stringMatching(/^http:\/\/portal\.test\/og\/pl\/[\w/-]+\.png\?v=/),
      });
    }
    const { entry: entries } = await atom("/feed.atom?lang=pl");
    const ids = ({ id }: { id: string }) => id;
    expect(items.map(ids)).toEqual(entries.map(ids));
  });
});

describe.each(["/feed.atom", "/feed.json"])("%s", (address) => {
  test("has teasers only, and nothing of the future", async () => {
    const { body } = await feed(address);
    expect(body).toContain("A summary of Weave entries.");
    expect(body).not.toMatch(/xylophone|Of tomorrow|of-tomorrow|quokka|beef liver|Some text/);
  });

  test("is in the language of the address", async () => {
    expect((await feed(`${address}?lang=pl`)).body).toContain("Wejścia w slalom");
    expect((await feed(`${address}?lang=xx`)).body).toContain("Weave entries");
  });

  test("is 304 for whoever holds it", async () => {
    const { etag = "" } = (await feed(address)).headers;
    const again = await feed(address, { "if-none-match": etag });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });
});

test("both contain a scheduled entry once it is published", async () => {
  const addresses = ["/feed.atom", "/feed.json"];
  const etags = await Promise.all(addresses.map(async (url) => (await feed(url)).headers.etag));
  portal.advance(24 * 60 * 60 * 1000);
  for (const [at, url] of addresses.entries()) {
    const later = await feed(url, { "if-none-match": String(etags[at]) });
    expect([later.statusCode, later.body]).toEqual([200, expect.stringContaining("Of tomorrow")]);
  }
});
