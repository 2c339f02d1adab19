import { describe, expect, test } from "vitest";
import { listRelated } from "#shared/api/related.ts";
import { getContent } from "#shared/api/library.ts";
import { createContentPortal, syncFolder } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const sources = [
  { title: "Nutrition guidelines", publisher: "A society", url: "https://example.com/guide" },
  { title: "Regulations", publisher: "A federation" },
];

const content = {
  ...sampleContent,
  "articles/weave-entries/entry.json": entryJson("2026-02-01T07:00:00Z", {
    related: [
      "videos/of-tomorrow",
      "videos/front-cross",
      "recipes/gone",
      "protocols/ring-confidence",
    ],
    sources,
    reviewed: { on: "2026-02-10", by: "Ada" },
  }),
  "blog/a-diary/entry.json": entryJson("2026-02-02T07:00:00Z", {
    related: ["articles/weave-entries", "blog/a-diary"],
  }),
};

const related = async (path: string) =>
  listRelated.answer
    .parse((await portal.get(`/content/${path}/related`, "member")).json())
    .items.map(({ kind, slug }) => `${kind}/${slug}`);

describe("what goes with an entry", () => {
  test("are the published entries that it names, in order, and then those that name it", async () => {
    expect(await related("articles/weave-entries")).toEqual([
      "videos/front-cross",
      "protocols/ring-confidence",
      "blog/a-diary",
    ]);
    expect(await related("videos/front-cross")).toEqual(["articles/weave-entries"]);
    expect(await related("blog/a-diary")).toEqual(["articles/weave-entries"]);
    expect(await related("recipes/liver-cubes")).toEqual([]);
  });

  test("is for members, and of published entries only", async () => {
    const path = "/content/articles/weave-entries/related";
    expect((await portal.get(path)).statusCode).toBe(401);
    expect((await portal.get(path, "user")).statusCode).toBe(403);
    expect((await portal.get("/content/videos/of-tomorrow/related", "member")).statusCode).toBe(
      404,
    );
  });
});

const portal = await forFile(createContentPortal(content));

test("sources and the last review are part of the entry, and of no teaser", async () => {
  const { body } = await portal.get("/content/articles/weave-entries", "member");
  expect(getContent.answer.parse(JSON.parse(body))).toMatchObject({
    sources: sources.map((source) => ({ ...source, language: "en" })),
    reviewed: { on: "2026-02-10", by: "Ada" },
  });
  expect((await portal.get("/content/articles")).body).not.toMatch(/example\.com\/guide|reviewed/);
});

describe("a synchronisation", () => {
  test("reports a missing entry without failing", async () => {
    const folder = await temporaryFolder();
    await folder.write(content);
    expect((await syncFolder(portal.portal, folder.path)).missing).toEqual([
      "articles/weave-entries/entry.json: related: there is no recipes/gone",
    ]);
    await folder.remove();
  });

  test.each([
    ["related", ["articles/one", "articles/one"]],
    ["related", ["announcements/clinic"]],
    ["sources", [{ title: "A", publisher: "B", url: "http://example.com" }]],
    ["sources", [{ title: "A", publisher: "B", url: "javascript:alert(1)" }]],
    ["reviewed", { on: "last week", by: "Ada" }],
    ["dogs", { classes: ["giant"] }],
  ])("refuses a wrong field %s: %j", async (field, value) => {
    const folder = await temporaryFolder();
    await folder.write({
      "tags.json": sampleContent["tags.json"] ?? "",
      "articles/new/entry.json": entryJson("2026-02-01T07:00:00Z", { [field]: value }),
      "articles/new/en.md": markdown("New"),
    });
    await expect(syncFolder(portal.portal, folder.path)).rejects.toThrow(
      new RegExp(`articles/new/entry\\.json: ${field}`),
    );
    await folder.remove();
  });
});
