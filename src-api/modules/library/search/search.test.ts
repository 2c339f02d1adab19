import { describe, expect, test } from "vitest";
import { searchContent, type TextPart } from "#shared/api/content-search.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import type { Person } from "#api/testing/people.ts";
import { entryJson, sampleContent } from "#api/testing/sample-content.ts";

const front = (title: string, summary: string, body: string) =>
  `---\ntitle: "${title}"\nsummary: "${summary}"\n---\n\n${body}\n`;

/** "harness" in the title, the summary, the tags, and the body only: published the other way round. */
const harness = {
  "articles/in-title/entry.json": entryJson("2026-01-01T07:00:00Z"),
  "articles/in-title/en.md": front("The harness", "Of leather.", "Text."),
  "blog/in-summary/entry.json": entryJson("2026-01-02T07:00:00Z"),
  "blog/in-summary/en.md": front("Leather", "Which harness fits.", "Text."),
  "articles/in-tags/entry.json": entryJson("2026-01-03T07:00:00Z", { tags: ["gear"] }),
  "articles/in-tags/en.md": front("Leads", "Long or short.", "Text."),
  "blog/in-body/entry.json": entryJson("2026-01-04T07:00:00Z"),
  "blog/in-body/en.md": front(
    "A walk",
    "In the wood.",
    `## Before\n\n${"Some words. ".repeat(20)}Put the [harness](/articles/in-title) on, harness, harness. Then **go**.`,
  ),
};

/** A figure and a drawn set-up, whose captions are words of the text. */
const pictures = {
  "blog/pictures/entry.json": entryJson("2025-06-04T07:00:00Z"),
  "blog/pictures/jump-60x40.webp": "x",
  "blog/pictures/en.md": front(
    "Pictures",
    "Two of them.",
    `![A jump](jump-60x40.webp "Near the pelican (of \\"stone\\")")\n\nThen:\n\n\`\`\`course\nfield 10 x 8\n1 jump 3,4 90 kestrel\ncaption Past the heron\n\`\`\``,
  ),
};

/** Words in parts, and with letters that nobody sees. */
const inParts = {
  "blog/parts/entry.json": entryJson("2025-05-04T07:00:00Z"),
  "blog/parts/en.md": front(
    "Wait at the start-line",
    "We coöperate by e-mail.",
    "A tele\u00adscope.",
  ),
  "blog/whole/entry.json": entryJson("2025-05-05T07:00:00Z"),
  "blog/whole/en.md": front("Paint the finishline", "Co-operate.", "Who pays AT&T?"),
  "blog/ignored/entry.json": entryJson("2025-05-06T07:00:00Z"),
  "blog/ignored/en.md": front(
    "It’s done",
    "They don\u2019t.",
    "A gr\u00ade\u200ben para\u00adsol.",
  ),
};

const content = {
  ...sampleContent,
  ...inParts,
  ...pictures,
  ...harness,
  "tags.json": JSON.stringify({
    agility: { en: "Agility", pl: "Zwinność" },
    nutrition: { en: "Nutrition", pl: "Żywienie" },
    gear: { en: "Harness and lead", pl: "Szelki" },
  }),
  "articles/poles/entry.json": entryJson("2026-02-01T08:00:00Z"),
  "articles/poles/en.md": front("Weave poles", "Speed and/or calm at the contact.", "Text."),
  "articles/poles/pl.md": front("Szczenię i tyczki", "Spokój w slalomie.", "Zażółć gęślą jaźń."),
};

const portal = await forFile(createContentPortal(content));

type Query = Record<string, string>;
const request = (query: Query, as?: Person, language = "en") =>
  portal.get(`/content/search?${new URLSearchParams(query).toString()}`, as, {
    "accept-language": language,
  });
async function search(q: string, as?: Person, { language = "en", ...query }: Query = {}) {
  const answer = await request({ q, ...query }, as, language);
  expect([q, answer.statusCode]).toEqual([q, 200]);
  return searchContent.answer.parse(answer.json());
}
const slugs = async (...args: Parameters<typeof search>) =>
  (await search(...args)).items.map(({ slug }) => slug);
const marked = (parts: TextPart[]) => parts.filter((part) => part.isMatch).map(({ text }) => text);

describe("a word in parts, or with invisible characters,", () => {
  test.each([
    ["startline", "parts"],
    ["start-line", "parts"],
    ["Start‑Line", "parts"],
    ["finish-line", "whole"],
    ["email", "parts"],
    ["e-mail", "parts"],
    ["cooperate", "parts"],
    ["co-operate", "whole"],
    ["cooperate", "whole"],
    ["co-operate", "parts"],
    ["AT&T", "whole"],
    ["pays at&t", "whole"],
    ["it's", "ignored"],
    ["it’s", "ignored"],
    ["don't", "ignored"],
    ["don’t", "ignored"],
    ["telescope", "parts"],
    ["tele\u00adscope", "parts"],
    ["para\u00adsol", "ignored"],
    ["parasol green", "ignored"],
  ])("is found by %j in %s", async (q, slug) => {
    const { items } = await search(q, "member");
    expect(items.map((item) => item.slug)).toContain(slug);
    const found = items.find((item) => item.slug === slug);
    expect(
      Object.values(found?.highlights ?? {}).flatMap((parts) => marked(parts ?? [])),
    ).not.toEqual([]);
  });
});

describe("a search finds", () => {
  test.each([
    ["weave poles", "en", "poles"],
    ["weve pols", "en", "poles"],
    ["waeve poles", "en", "poles"],
    ["WEAVING pole", "en", "poles"],
    ["contat", "en", "poles"],
    ["calm", "en", "poles"],
    ["szczenie", "pl", "poles"],
    ["SZCZENIĘ", "pl", "poles"],
    ["szczennie", "pl", "poles"],
    ["szcze", "pl", "poles"],
    ["slalom", "pl", "weave-entries"],
    ["spokoj w slalomie", "pl", "poles"],
    ["protein", "pl", "only-english"],
    ["zywienie", "pl", "only-english"],
    ["żywienia", "pl", "only-english"],
    ["nutrtion", "en", "only-english"],
    ["100", "en", "only-english"],
  ])("%j in %s", async (q, language, slug) => {
    expect(await slugs(q, "visitor", { language })).toContain(slug);
  });

  test("words with the beginning that was typed so far, also beyond their stem", async () => {
    for (const q of ["summ", "conf", "confiden", "ring confidenc"]) {
      expect(await slugs(q)).toContain("ring-confidence");
    }
    expect(await slugs("conf ring")).not.toContain("ring-confidence");
  });

  test("only what has all words, whichever fields they are in", async () => {
    expect(await slugs("poles contact agility")).toEqual(["poles"]);
    expect(await slugs("poles leather")).toEqual([]);
    expect(await slugs("entries xylophone", "member")).toEqual(["weave-entries"]);
  });

  test("no other words: two typos, short words, none in the other language", async () => {
    for (const q of ["wve pols", "contxxt", "led", "szczenie"]) {
      expect([q, await slugs(q)]).toEqual([q, []]);
    }
  });

  test("only words that carry a meaning", async () => {
    expect(await slugs("the weave and the poles")).toEqual(["poles"]);
    for (const q of ["the and of", "", "   ", "🐕", "🐕‍🦺 🦴", "-", "…"]) {
      expect([q, await slugs(q)]).toEqual([q, []]);
    }
    expect(await slugs("🐕 poles")).toEqual(["poles"]);
  });
});

describe("results", () => {
  test("are ordered by where the word is: title, summary, tags, and for members the body", async () => {
    expect(await slugs("harness")).toEqual(["in-title", "in-summary", "in-tags"]);
    expect(await slugs("harness", "member")).toEqual([
      "in-title",
      "in-summary",
      "in-tags",
      "in-body",
    ]);
  });

  test("are found in a body of 2 MB, at its beginning", async () => {
    const { database } = portal.portal;
    await database.execute(
      sql`update content_texts set body = 'Marmalade ' || (select string_agg(md5(i::text), ' ') from generate_series(1, 60000) as i) where slug = 'a-diary'`,
    );
    expect(await slugs("marmalade", "member")).toEqual(["a-diary"]);
    await database.execute(
      sql`update content_texts set body = 'Some text.' where slug = 'a-diary'`,
    );
  });

  test("have those with typos last", async () => {
    expect(await slugs("cubes", "member")).toEqual(["liver-cubes"]);
    expect(await slugs("leads")).toEqual(["in-tags"]);
    expect((await slugs("leather")).slice(0, 2)).toEqual(["in-summary", "in-title"]);
  });

  test("are filtered by kinds and tag", async () => {
    expect(await slugs("harness", "member", { kinds: "blog" })).toEqual(["in-summary", "in-body"]);
    expect(await slugs("harness", "member", { kinds: "videos,articles" })).toEqual([
      "in-title",
      "in-tags",
    ]);
    expect(await slugs("harness", "member", { tag: "gear" })).toEqual(["in-tags"]);
  });

  test.each([1, 2, 3, 50])("in pages of %i list every one once, in order", async (limit) => {
    const all = await slugs("agility", "member", { limit: "50" });
    expect(all.length).toBeGreaterThan(5);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof search>> = await search("agility", "member", {
        limit: `${limit}`,
        ...(cursor && { cursor }),
      });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items.map(({ slug }) => slug));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(all);
  });

  test("mark what was found, as it is written", async () => {
    const [poles] = (await search("weve cont")).items;
    expect(marked(poles?.highlights.title ?? [])).toEqual(["Weave"]);
    expect(marked(poles?.highlights.summary ?? [])).toEqual(["contact"]);
    const [polish] = (await search("szczenie", "visitor", { language: "pl" })).items;
    expect(polish?.highlights.title).toEqual([
      { text: "Szczenię", isMatch: true },
      { text: " i tyczki", isMatch: false },
    ]);
    const tags = (await search("harness")).items.map((item) => item.tags);
    expect(tags[2]).toEqual([{ id: "gear", name: "Harness and lead", isMatch: true }]);
    expect(tags[0]?.map(({ isMatch }) => isMatch)).toEqual([false]);
  });

  test("have for members an excerpt of the body where only that matches", async () => {
    const { items } = await search("harness", "member");
    const excerpts = items.map(({ highlights }) => highlights.excerpt);
    expect(excerpts.slice(0, 2)).toEqual([[], []]);
    const text = excerpts[3]?.map((part) => part.text).join("");
    expect(text).toMatch(/^… .* Some words\. Put the harness on, harness, harness\. Then go\.$/);
    expect(marked(excerpts[3] ?? [])).toEqual(["harness", "harness", "harness"]);
  });

  test("have the captions of figures and set-ups, without addresses and notation", async () => {
    for (const word of ["pelican", "stone", "heron", "kestrel"]) {
      expect([word, await slugs(word, "member")]).toEqual([word, ["pictures"]]);
      expect([word, await slugs(word)]).toEqual([word, []]);
    }
    const { items } = await search("kestrel", "member");
    expect(items[0]?.highlights.excerpt.map(({ text }) => text).join("")).toBe(
      'A jump Near the pelican (of "stone") Then: kestrel Past the heron',
    );
    expect(await slugs("webp", "member")).toEqual([]);
  });

  test("name the tag that they are filtered by, also if none has it", async () => {
    const none = await search("zebra", "member", { tag: "gear" });
    expect(none).toMatchObject({ items: [], topic: { id: "gear", name: "Harness and lead" } });
    expect(await search("harness")).not.toHaveProperty("topic");
  });

  test("know of tags that change", async () => {
    const { database } = portal.portal;
    await database.execute(
      sql`update content_entries set tags = '{nutrition}' where slug = 'in-body'`,
    );
    expect(await slugs("nutrition", "visitor")).toContain("in-body");
    await database.execute(
      sql`update content_entries set tags = '{agility}' where slug = 'in-body'`,
    );
    expect(await slugs("nutrition", "visitor")).not.toContain("in-body");
  });
});

describe("the body of an entry", () => {
  const outsiders = [
    "visitor",
    "dead session",
    "user",
    "judge",
    "reviewer",
    "lapsed member",
  ] as const;
  const secrets = ["xylophne", "xylo", "quokka", "beef liver"];

  test.each(outsiders)("is searched for nobody like a %s", async (person) => {
    for (const q of secrets) {
      const answer = await request({ q }, person);
      expect([q, answer.body]).toEqual([q, '{"items":[],"nextCursor":null}']);
    }
    const page = { q: "harness", limit: "2" };
    expect((await request(page, person)).body).toBe((await request(page)).body);
  });

  test.each(["member", "admin"] as const)("is searched for a %s", async (person) => {
    for (const q of secrets) expect([q, await slugs(q, person)]).not.toEqual([q, []]);
  });

  test("changes nothing for outsiders: not the number, the order, the marks or the cursor", async () => {
    const ask = async () => {
      const answers = [
        "harness",
        "weve pols",
        "harnes",
        "some",
        "text",
        "agil",
        "xylophone",
        "put",
      ].map((q) => request({ q, limit: "2" }, "user"));
      return (await Promise.all(answers)).map(({ body }) => body);
    };
    const { database } = portal.portal;
    const before = await ask();
    await database.execute(
      sql`create table kept as select kind, slug, language, body, details from content_texts`,
    );
    await database.execute(sql`truncate content_words`);
    await database.execute(
      sql`update content_texts set body = 'harness poles harnest', details = '{}'`,
    );
    await database.execute(sql`update content_tags set id = id`);
    const after = await ask();
    await database.execute(sql`update content_texts set body = kept.body, details = kept.details from kept
      where kept.kind = content_texts.kind and kept.slug = content_texts.slug and kept.language = content_texts.language`);
    await database.execute(sql`drop table kept`);
    expect(after).toEqual(before);
  });
});

describe("input", () => {
  test.each([
    "'; drop table users; --",
    "weave & | ! <-> :* ( ) ''",
    "\\' :A* %_",
    "a:*b' \\",
    "$$ $1 {}",
    "' or '1'='1",
  ])("%j is text", async (q) => {
    for (const person of ["visitor", "member"] as const) {
      expect((await request({ q }, person, "pl")).statusCode).toBe(200);
    }
  });

  test("with operators of queries is the same as without them", async () => {
    expect(await slugs("!weave | (poles:*) <-> ''")).toEqual(["poles"]);
  });

  test.each<[string, Query]>([
    ["10,000 characters", { q: "x".repeat(10_000) }],
    ["no words at all", {}],
    ["an unknown kind", { q: "weave", kinds: "cats" }],
    ["an empty kind", { q: "weave", kinds: "" }],
    ["a NUL character", { q: "a\0b" }],
    ["an invalid cursor", { q: "weave", cursor: "nonsense" }],
    ["a cursor of something else", { q: "weave", cursor: Buffer.from("{}").toString("base64url") }],
    ["a limit of 0", { q: "weave", limit: "0" }],
    ["a limit of 51", { q: "weave", limit: "51" }],
  ])("%s is 400", async (_, query) => {
    const answer = await request(query, "member");
    expect([answer.statusCode, answer.json().code]).toEqual([400, "validation"]);
  });
});
