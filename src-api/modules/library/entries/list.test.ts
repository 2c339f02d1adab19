import { describe, expect, test } from "vitest";
import { listContent } from "#shared/api/library.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import type { Person } from "#api/testing/people.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { presentTag } from "./present.ts";

/** Seven posts published at the same time and six later: some page ends between equal times. */
const posts = Object.fromEntries(
  Array.from({ length: 13 }, (_, at) => {
    const time = at < 7 ? "2026-02-10T07:00:00Z" : `2026-02-${10 + at}T07:00:00Z`;
    return [
      [
        `blog/post-${at}/entry.json`,
        entryJson(time, { tags: at % 2 ? ["nutrition"] : ["agility"] }),
      ],
      [`blog/post-${at}/en.md`, markdown(`Post ${at}`)],
    ];
  }).flat(),
);

const portal = await forFile(createContentPortal({ ...sampleContent, ...posts }));

type Query = Record<string, string>;
async function list(kind: string, query: Query = {}, as?: Person, language = "en") {
  const search = new URLSearchParams(query).toString();
  const answer = await portal.get(`/content/${kind}?${search}`, as, {
    "accept-language": language,
  });
  expect(answer.statusCode).toBe(200);
  return listContent.answer.parse(answer.json());
}
const slugs = async (...args: Parameters<typeof list>) =>
  (await list(...args)).items.map(({ slug }) => slug);

describe("pages", () => {
  test.each([1, 2, 3, 7, 50])(
    "of %i entries list every entry once, newest first",
    async (limit) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list("blog", {
          limit: `${limit}`,
          ...(cursor && { cursor }),
        });
        expect(page.total).toBe(14);
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map(({ publishedAt, slug }) => `${publishedAt} ${slug}`));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toHaveLength(14);
      expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
    },
  );

  test("after the first one say how many there are without tags", async () => {
    const first = await list("blog", { limit: "3" });
    const second = await list("blog", { limit: "3", cursor: first.nextCursor ?? "" });
    expect([first.total, second.total, second.tags]).toEqual([14, 14, []]);
    expect(first.tags).not.toEqual([]);
  });

  test("can begin with the oldest", async () => {
    const newest = await slugs("blog", { limit: "50" });
    expect(await slugs("blog", { sort: "oldest", limit: "50" })).toEqual(newest.toReversed());
    const first = await list("blog", { sort: "oldest", limit: "3" });
    const next = { sort: "oldest", limit: "50", cursor: first.nextCursor ?? "" };
    expect(await slugs("blog", next)).toEqual(newest.toReversed().slice(3));
  });

  test("have twelve entries by default", async () => {
    expect((await list("blog")).items).toHaveLength(12);
  });

  test.each([
    "nonsense",
    "",
    "e30",
    "w4A",
    Buffer.from("2026-99-99T00:00:00.000Z/a").toString("base64url"),
  ])("after the invalid cursor %j are 400", async (cursor) => {
    const answer = await portal.get(`/content/blog?cursor=${cursor}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, "validation"]);
  });

  test.each(["limit=0", "limit=51", "limit=x", "limit=1.5"])("with %s are 400", async (query) => {
    expect((await portal.get(`/content/blog?${query}`)).statusCode).toBe(400);
  });
});

describe("filters", () => {
  test("by tag change items and total, but not the list of tags", async () => {
    const page = await list("blog", { tag: "nutrition", limit: "2" });
    expect([page.total, page.items.length]).toEqual([6, 2]);
    expect(page.tags).toEqual([
      { id: "agility", name: "Agility", count: 8 },
      { id: "nutrition", name: "Nutrition", count: 6 },
    ]);
    expect((await list("blog", { tag: "unheard-of" })).total).toBe(0);
  });

  test("by words search title, summary and tags for all words, ignoring case", async () => {
    expect(await slugs("articles", { q: "WEAVE" })).toEqual(["weave-entries"]);
    expect(await slugs("articles", { q: "summary entries" })).toEqual(["weave-entries"]);
    expect(await slugs("articles", { q: "nutri" })).toEqual(["only-english"]);
    expect(await slugs("articles", { q: "weave protein" })).toEqual([]);
    expect((await list("articles", { q: "  " })).total).toBe(2);
  });

  test("take wildcards and quotes for what separates words", async () => {
    expect(await slugs("articles", { q: "100%" })).toEqual(["only-english"]);
    expect(await slugs("articles", { q: "protein_rich" })).toEqual(["only-english"]);
    expect(await slugs("articles", { q: "weave_entries" })).toEqual(["weave-entries"]);
    expect(await slugs("articles", { q: "w%entries" })).toEqual([]);
    expect(await slugs("articles", { q: "weav_" })).toEqual(["weave-entries"]);
    expect(await slugs("articles", { q: "we_ve" })).toEqual([]);
    expect(await slugs("articles", { q: "\\" })).toEqual([]);
    expect(await slugs("articles", { q: "'; drop table users; --" })).toEqual([]);
  });

  test("with a NUL character, which the database cannot store, are 400", async () => {
    expect((await portal.get("/content/articles?q=%00")).statusCode).toBe(400);
    expect((await portal.get("/content/articles?tag=a%00b")).statusCode).toBe(400);
    expect((await portal.get("/content/articles/a%00b", "member")).statusCode).toBe(400);
  });

  test("find accented letters in any case", async () => {
    expect(await slugs("articles", { q: "WEJŚCIA" }, "visitor", "pl")).toEqual(["weave-entries"]);
    expect(await slugs("articles", { q: "ŻYWIENIE" }, "visitor", "pl")).toEqual(["only-english"]);
  });
});

describe("words that occur only in the text", () => {
  test.each(["visitor", "dead session", "user", "judge", "reviewer", "lapsed member"] as const)(
    "are not found by a %s, so that searching reveals nothing of it",
    async (person) => {
      const page = await list("articles", { q: "xylophone" }, person);
      expect([page.total, page.items]).toEqual([0, []]);
      expect((await list("protocols", { q: "quokka" }, person)).total).toBe(0);
    },
  );

  test.each(["member", "admin"] as const)("are found by a %s", async (person) => {
    expect(await slugs("articles", { q: "xylophone" }, person)).toEqual(["weave-entries"]);
    expect(await slugs("articles", { q: "ksylofonu" }, person, "pl")).toEqual(["weave-entries"]);
  });
});

describe("teasers", () => {
  test("are in the caller's language, or in English if an entry is not translated", async () => {
    const { items, tags } = await list("articles", {}, "visitor", "pl-PL,pl;q=0.9");
    expect(items.map(({ title, language }) => [title, language])).toEqual([
      ["Wejścia w slalom", "pl"],
      ["100% protein_rich", "en"],
    ]);
    expect(items[1]?.tags).toEqual([{ id: "nutrition", name: "Żywienie" }]);
    expect(tags[0]?.name).toBe("Zwinność");
  });

  test("have minutes to read, make, train and watch, and the fields of their kind", async () => {
    const first = async (kind: string) => (await list(kind)).items.at(-1);
    expect((await first("articles"))?.minutes).toBe(3);
    expect(await first("recipes")).toMatchObject({
      minutes: 45,
      recipe: { prepMinutes: 20, cookMinutes: 25, servings: 12 },
    });
    expect(await first("videos")).toMatchObject({
      minutes: 1,
      video: {
        durationSeconds: 34,
        poster: "/api/media/posters/front-cross.webp",
        silent: true,
        captioned: true,
      },
    });
    expect(await first("protocols")).toMatchObject({
      minutes: 23,
      protocol: {
        level: "beginner",
        weeks: 2,
        highImpact: true,
        firstWeek: {
          title: "Look",
          sessions: [
            { title: "Edge", minutes: 10 },
            { title: "Gate", minutes: 15 },
          ],
        },
      },
    });
  });
});

test("a tag without a name is shown by its id, even if every object has a property of that name", () => {
  expect(presentTag("constructor", {}, "en")).toEqual({ id: "constructor", name: "constructor" });
});
