import { describe, expect, test } from "vitest";
import { searchContent } from "#shared/api/content-search.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import type { Person } from "#api/testing/people.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";

const entry = (slug: string, day: string, texts: Record<string, string>, more = {}) => ({
  [`articles/${slug}/entry.json`]: entryJson(`2026-01-${day}T07:00:00Z`, more),
  ...Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [`articles/${slug}/${language}.md`, text]),
  ),
});

const content = {
  ...sampleContent,
  ...entry(
    "by-zofia",
    "10",
    { en: markdown("Calm starts"), pl: markdown("Spokojne starty") },
    { author: "Zofia Łęcka-Brandt" },
  ),
  ...entry("harness-old", "01", { en: markdown("Harness, harness") }),
  ...entry("harness-new", "20", { en: markdown("A walk", "The harness.") }),
  ...entry("harness-mid", "12", { en: markdown("Leads and a harness") }, { tags: ["nutrition"] }),
};

const portal = await forFile(createContentPortal(content));

type Query = Record<string, string>;
const ask = (path: string, query: Query, as?: Person, language = "en") =>
  portal.get(`${path}?${new URLSearchParams(query).toString()}`, as, {
    "accept-language": language,
  });
async function search(query: Query, as?: Person, language = "en") {
  const answer = await ask("/content/search", query, as, language);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return searchContent.answer.parse(answer.json());
}
const slugs = async (...args: Parameters<typeof search>) =>
  (await search(...args)).items.map(({ slug }) => slug);
const listed = async (kind: string, q: string, as?: Person, language = "en") => {
  const { items } = (await ask(`/content/${kind}`, { q }, as, language)).json();
  return (items as { slug: string }[]).map(({ slug }) => slug);
};

describe("names of authors", () => {
  test.each([
    ["zofia lecka", "en"],
    ["ŁĘCKA", "en"],
    ["Zofai Lecka", "en"],
    ["brandt", "pl"],
    ["Zofia Łęcka-Brandt", "pl"],
    ["zofia lec", "pl"],
    ["calm zofia", "en"],
  ])("%j in %s finds the author's texts, for anybody", async (q, language) => {
    for (const person of ["visitor", "user", "member"] as const) {
      const { items } = await search({ q }, person, language);
      expect(items.map(({ slug }) => slug)).toEqual(["by-zofia"]);
      expect(items[0]?.author).toEqual({ name: "Zofia Łęcka-Brandt", isMatch: true });
    }
  });

  test("find the texts in a list too, but for typos", async () => {
    expect(await listed("articles", "lecka")).toEqual(["by-zofia"]);
    expect(await listed("articles", "łęcka brandt", "member", "pl")).toEqual(["by-zofia"]);
    expect(await listed("blog", "lecka")).toEqual([]);
  });

  test("come after matches in titles and summaries, and are not marked where others match", async () => {
    const { items } = await search({ q: "calm" });
    expect(items[0]?.author.isMatch).toBe(false);
  });

  test("that change are found by the new one only", async () => {
    const rename = (name: string) =>
      portal.portal.database.execute(
        sql`update content_entries set author = ${name} where slug = 'by-zofia'`,
      );
    await rename("Quirin Umbach");
    expect([await slugs({ q: "zofia" }), await slugs({ q: "umbahc" })]).toEqual([[], ["by-zofia"]]);
    await rename("Zofia Łęcka-Brandt");
    expect(await slugs({ q: "zofia" })).toEqual(["by-zofia"]);
  });
});

describe("what only members read", () => {
  const excerptOf = async (q: string, as: Person) =>
    (await search({ q }, as)).items.map(({ highlights }) => highlights.excerpt);

  test.each([
    ["beef", "liver-cubes", ["beef"]],
    ["quokka", "ring-confidence", ["quokka"]],
  ])("is marked where %j is in ingredients or weeks", async (q, slug, marked) => {
    const { items } = await search({ q }, "member");
    expect(items.map((item) => item.slug)).toEqual([slug]);
    const excerpt = items[0]?.highlights.excerpt ?? [];
    const marks = excerpt.filter((part) => part.isMatch).map(({ text }) => text);
    expect(marks).toEqual(marked);
  });

  test("has no codes of units in its excerpt, and none for others", async () => {
    const [excerpt] = await excerptOf("beef", "member");
    expect(excerpt).toEqual([
      { text: "beef", isMatch: true },
      { text: " liver", isMatch: false },
    ]);
    for (const person of ["visitor", "user", "reviewer", "lapsed member"] as const) {
      expect(await excerptOf("beef", person)).toEqual([]);
      expect(await listed("recipes", "beef", person)).toEqual([]);
    }
    expect(await listed("recipes", "beef", "member")).toEqual(["liver-cubes"]);
  });
});

describe("the newest first", () => {
  const newest = { q: "harness", sort: "newest" };

  test("goes by the time of publication; the best match does not", async () => {
    expect(await slugs({ q: "harness" }, "member")).toEqual([
      "harness-old",
      "harness-mid",
      "harness-new",
    ]);
    expect(await slugs(newest, "member")).toEqual(["harness-new", "harness-mid", "harness-old"]);
    expect(await slugs(newest, "visitor")).toEqual(["harness-mid", "harness-old"]);
    expect(await slugs({ ...newest, tag: "nutrition" }, "member")).toEqual(["harness-mid"]);
  });

  test.each([{ ...newest }, { q: "harnes", sort: "newest" }])(
    "of %j is the same page by page",
    async (query) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof search>> = await search(
          { ...query, limit: "1", ...(cursor && { cursor }) },
          "member",
        );
        seen.push(...page.items.map(({ slug }) => slug));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(["harness-new", "harness-mid", "harness-old"]);
    },
  );

  test("refuses cursors of the other order, and unknown orders", async () => {
    const { nextCursor } = await search({ ...newest, limit: "1" }, "member");
    const wrong: Query[] = [
      { q: "harness", cursor: nextCursor ?? "" },
      { q: "harness", sort: "oldest" },
    ];
    for (const query of wrong) {
      const { statusCode } = await ask("/content/search", query, "member");
      expect([query, statusCode]).toEqual([query, 400]);
    }
  });

  test("is not decided by bodies for others than members", async () => {
    const before = (await ask("/content/search", newest, "user")).body;
    await portal.portal.database.execute(
      sql`update content_texts set body = 'Harness. ' || body where slug <> 'harness-new'`,
    );
    expect((await ask("/content/search", newest, "user")).body).toBe(before);
  });
});
