import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { announcements } from "../../announcements/schema.ts";
import { contentEntries, contentTexts } from "../schema.ts";
import { entryJson, markdown, sampleContent } from "../../../testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../testing/temporary-folder.ts";
import { createTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { contentFolder } from "./content-folder.ts";
import { importContent } from "./import-content.ts";
import { readContent } from "./read-content.ts";

let it: TestPortal;
let folder: TemporaryFolder;
beforeAll(async () => {
  it = await createTestPortal();
});
afterAll(() => it.close());
beforeEach(async () => {
  folder = await temporaryFolder();
  await folder.write(sampleContent);
  return () => folder.remove();
});

const run = () => importContent(it.portal.database, folder.path);
const dump = async () => ({
  entries: await it.portal.database.select().from(contentEntries).orderBy(contentEntries.slug),
  texts: await it.portal.database
    .select()
    .from(contentTexts)
    .orderBy(contentTexts.kind, contentTexts.slug, contentTexts.language),
});
const slugs = async () => (await dump()).entries.map(({ kind, slug }) => `${kind}/${slug}`);

describe("importing content", () => {
  test("a second import of the same folder changes nothing", async () => {
    await run();
    const first = await dump();
    await run();
    expect(await dump()).toEqual(first);
    expect(first.entries).toHaveLength(8);
  });

  test("a changed text is renewed, a language that is gone is removed, so is an entry", async () => {
    await run();
    await folder.write({
      "articles/weave-entries/en.md": markdown("Weaves again"),
      "articles/weave-entries/pl.md": null,
      "blog/a-diary": null,
    });
    await run();
    const { texts } = await dump();
    expect(texts.filter(({ slug }) => slug === "weave-entries").map(({ title }) => title)).toEqual([
      "Weaves again",
    ]);
    expect(await slugs()).not.toContain("blog/a-diary");
    expect(texts.some(({ slug }) => slug === "a-diary")).toBe(false);
  });

  test("a folder with an error leaves what was imported before as it was", async () => {
    await run();
    const before = await dump();
    await folder.write({
      "blog/a-diary": null,
      "articles/weave-entries/en.md": markdown("Weave entries").replace("summary:", "sumary:"),
    });
    await expect(run()).rejects.toThrow(/^articles\/weave-entries\/en\.md: .*summary/);
    expect(await dump()).toEqual(before);
  });

  test("an announcement that was withdrawn does not come back", async () => {
    await run();
    const now = it.portal.now();
    await it.portal.database.update(announcements).set({ withdrawnAt: now });
    await run();
    const rows = await it.portal.database.select().from(announcements);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.withdrawnAt).toEqual(now);
  });

  test("two processes that import at the same time both succeed", async () => {
    await it.portal.database.delete(contentEntries).where(eq(contentEntries.kind, "articles"));
    await Promise.all([run(), run()]);
    expect(await slugs()).toContain("articles/weave-entries");
  });
});

describe("an error in the folder names file and field", () => {
  const video = { durationSeconds: 34, source: "front-cross.webm", poster: "front-cross.webp" };
  test.each<[string, Record<string, string | null>, RegExp]>([
    [
      "no front matter",
      { "blog/a-diary/en.md": "Hello" },
      /^blog\/a-diary\/en\.md: title: .*summary: /,
    ],
    [
      "broken YAML",
      { "blog/a-diary/en.md": '---\ntitle: "x\n---\nHi' },
      /^blog\/a-diary\/en\.md: front matter: /,
    ],
    [
      "an unknown field",
      { "blog/a-diary/en.md": markdown("A", "B", "sumary: x\n") },
      /^blog\/a-diary\/en\.md: .*sumary/,
    ],
    ["an empty body", { "blog/a-diary/en.md": markdown("A", " ") }, /^blog\/a-diary\/en\.md: /],
    [
      "a missing English text",
      { "blog/a-diary/en.md": null },
      /^blog\/a-diary\/en\.md: the file is missing$/,
    ],
    [
      "a missing entry.json",
      { "blog/a-diary/entry.json": null },
      /^blog\/a-diary\/entry\.json: the file is missing$/,
    ],
    ["broken JSON", { "blog/a-diary/entry.json": "{" }, /^blog\/a-diary\/entry\.json: SyntaxError/],
    [
      "a day that is none",
      { "blog/a-diary/entry.json": entryJson("2026-02-30T07:00:00Z") },
      /^blog\/a-diary\/entry\.json: publishedAt: /,
    ],
    [
      "an unknown tag",
      { "blog/a-diary/entry.json": entryJson("2026-02-03T07:00:00Z", { tags: ["cats"] }) },
      /^blog\/a-diary\/entry\.json: tags: "cats"/,
    ],
    [
      "a tag from the prototype",
      { "blog/a-diary/entry.json": entryJson("2026-02-03T07:00:00Z", { tags: ["constructor"] }) },
      /^blog\/a-diary\/entry\.json: tags: "constructor"/,
    ],
    [
      "a wrong unit",
      {
        "recipes/liver-cubes/en.md": markdown(
          "A",
          "B",
          "ingredients: [{ quantity: 1, unit: cup, name: rice }]\n",
        ),
      },
      /^recipes\/liver-cubes\/en\.md: ingredients\.0\.unit: /,
    ],
    [
      "a session without minutes",
      {
        "protocols/ring-confidence/en.md": markdown(
          "A",
          "B",
          "weeks: [{ title: W, sessions: [{ title: S, description: D }] }]\n",
        ),
      },
      /^protocols\/ring-confidence\/en\.md: weeks\.0\.sessions\.0\.minutes: /,
    ],
    [
      "a path as a file",
      {
        "videos/front-cross/entry.json": entryJson("2026-02-05T07:00:00Z", {
          ...video,
          source: "../../secret.webm",
        }),
      },
      /^videos\/front-cross\/entry\.json: source: /,
    ],
    [
      "a video that is not there",
      { "videos/front-cross/front-cross.webm": null },
      /^videos\/front-cross\/entry\.json: source: .*front-cross\.webm/,
    ],
    [
      "a slug with blanks",
      { "blog/A Diary/entry.json": entryJson("2026-02-03T07:00:00Z") },
      /^blog\/A Diary: /,
    ],
    ["no tags.json", { "tags.json": null }, /^tags\.json: the file is missing$/],
  ])("%s", async (_, files, message) => {
    await folder.write(files);
    await expect(readContent(folder.path)).rejects.toThrow(message);
  });

  test("a folder that holds no entry yet is no error", async () => {
    await folder.write({ "videos/planned/scene.html": "<svg></svg>" });
    const { entries } = await readContent(folder.path);
    expect(entries.map(({ slug }) => slug)).not.toContain("planned");
  });
});

test("the content that is delivered can be imported", async () => {
  await importContent(it.portal.database, contentFolder);
  expect((await slugs()).length).toBeGreaterThan(20);
});
