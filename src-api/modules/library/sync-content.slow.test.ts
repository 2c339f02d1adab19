import { randomUUID } from "node:crypto";
import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { eq, sql } from "#api/infra/database/drizzle.ts";
import { announcementId } from "#api/modules/announcements/announcement-sync.ts";
import { announcements } from "#api/modules/announcements/schema.ts";
import { contentEntries, contentTags, contentTexts } from "./schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { processorMsOf } from "#api/testing/processor-time.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { contentFolderOf } from "#api/infra/content-folder/content-folder.ts";
import { syncFolder } from "#api/testing/content-portal.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

let folder: TemporaryFolder;
const portal = await forFile(createTestPortal());
beforeEach(async () => {
  const { database } = portal.portal;
  for (const table of [contentEntries, contentTags, announcements]) await database.delete(table);
  folder = await temporaryFolder();
  await folder.write(sampleContent);
  return () => folder.remove();
});

const run = () => syncFolder(portal.portal, folder.path);
const dump = async () => ({
  entries: await portal.portal.database.select().from(contentEntries).orderBy(contentEntries.slug),
  texts: await portal.portal.database
    .select()
    .from(contentTexts)
    .orderBy(contentTexts.kind, contentTexts.slug, contentTexts.language),
});
const slugs = async () => (await dump()).entries.map(({ kind, slug }) => `${kind}/${slug}`);

/** The number of rows of content that were written since a moment of the database. */
async function rowsWrittenSince(moment: string): Promise<number> {
  const tables = ["content_entries", "content_texts", "content_tags", "announcements"];
  const written = sql.join(
    tables.map((name) => sql`select xmin from ${sql.identifier(name)}`),
    sql` union all `,
  );
  const { database } = portal.portal;
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(${written}) as rows`)
    .where(sql`xmin::text::bigint >= ${moment}::bigint`);
  return row?.count ?? 0;
}
async function momentOfDatabase(): Promise<string> {
  const [row] = await portal.portal.database
    .select({ moment: sql<string>`pg_snapshot_xmax(pg_current_snapshot())::text` })
    .from(sql`(select 1) as one`);
  return row?.moment ?? "";
}

const captionsWith = (text: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${text}\n`;

describe("a sync", () => {
  test("of a folder that did not change writes no row", async () => {
    const start = await momentOfDatabase();
    expect(await run()).toMatchObject({ written: 8 + 2 + 1, unchanged: 0, removed: 0 });
    expect(await rowsWrittenSince(start)).toBeGreaterThan(0);
    const first = await dump();
    const moment = await momentOfDatabase();
    expect(await run()).toMatchObject({ written: 0, unchanged: 8 + 1, removed: 0 });
    expect(await rowsWrittenSince(moment)).toBe(0);
    expect(await dump()).toEqual(first);
  });

  test(
    "refuses texts that take parsers minutes, each by its file, while others are answered",
    { timeout: 120_000 },
    async () => {
      const slow = {
        "articles/weave-entries/pl.md": markdown("Marks", "*a_".repeat(20_000)),
        "announcements/clinic/en.md": `---\ntitle: Headings\n---\n\n${"a\n=\n".repeat(20_000)}`,
      };
      await folder.write(slow);
      let problems: unknown = "";
      const blockedMs = await processorMsOf(async () => (problems = await run().catch(String)));
      for (const file of Object.keys(slow)) {
        expect(problems).toContain(`${file}: the text takes too long to be rendered`);
      }
      expect(blockedMs).toBeLessThan(1_500);
    },
  );

  test("renews a changed text, removes a language and an entry that are gone", async () => {
    await run();
    await folder.write({
      "articles/weave-entries/en.md": markdown("Weaves again"),
      "articles/weave-entries/pl.md": null,
      "blog/a-diary": null,
    });
    expect(await run()).toMatchObject({ written: 1, unchanged: 8 - 2 + 1, removed: 1 });
    const { texts } = await dump();
    expect(texts.filter(({ slug }) => slug === "weave-entries").map(({ title }) => title)).toEqual([
      "Weaves again",
    ]);
    expect(await slugs()).not.toContain("blog/a-diary");
    expect(texts.some(({ slug }) => slug === "a-diary")).toBe(false);
  });

  test("notices a change that keeps size and time of the file", async () => {
    await run();
    const file = join(folder.path, "blog/a-diary/en.md");
    const { atime, mtime } = await stat(file);
    await folder.write({ "blog/a-diary/en.md": markdown("B diary") });
    await utimes(file, atime, mtime);
    await run();
    expect((await dump()).texts.map(({ title }) => title)).toContain("B diary");
  });

  test("notices captions that came and went", async () => {
    const captions = async () =>
      (await dump()).entries.find(({ slug }) => slug === "front-cross")?.details.captions;
    await run();
    await folder.write({ "videos/front-cross/front-cross.pl.vtt": captionsWith("Skręć.") });
    await run();
    expect(await captions()).toEqual(["en", "pl"]);
    await folder.write({ "videos/front-cross/front-cross.pl.vtt": null });
    await run();
    expect(await captions()).toEqual(["en"]);
  });

  test("reads captions that only have an SRT file, and names what is wrong in it", async () => {
    const video = () => folder.write({ "videos/front-cross/front-cross.en.vtt": null });
    const srt = "videos/front-cross/front-cross.pl.srt";
    const captions = async () =>
      (await dump()).entries.find(({ slug }) => slug === "front-cross")?.details.captions;
    await video();
    await folder.write({ [srt]: "1\n00:00:00,000 --> 00:00:02,000\nSkręć.\n" });
    await run();
    expect(await captions()).toEqual(["pl"]);
    await folder.write({ [srt]: "1\n00:00:02,000 --> 00:00:01,000\nSkręć.\n" });
    await expect(run()).rejects.toThrow(/^videos\/front-cross\/front-cross\.pl\.srt:2: captions: /);
  });

  test("names captions that players would not show by file and line, also where only they changed", async () => {
    await run();
    await folder.write({
      "blog/a-diary/en.md": markdown("B diary"),
      "videos/front-cross/front-cross.en.vtt": `${captionsWith("Turn.")}\n00:00:02 --> 00:03\nNow.\n`,
    });
    await expect(run()).rejects.toThrow(
      /^videos\/front-cross\/front-cross\.en\.vtt:6: captions: this is no time of a cue, .*$/,
    );
    const { entries, texts } = await dump();
    expect(entries.find(({ slug }) => slug === "front-cross")?.details.captions).toEqual(["en"]);
    expect(texts.map(({ title }) => title)).toContain("B diary");
    await folder.write({
      "videos/front-cross/front-cross.en.vtt": "1\n00:00:00,000 --> 00:00:02,000\nTurn.\n",
    });
    expect(await run()).toMatchObject({ written: 1 });
  });

  test("writes what can be read, and removes nothing, if a file is broken", async () => {
    await run();
    await folder.write({
      "blog/a-diary": null,
      "articles/weave-entries/en.md": markdown("Weave entries").replace("summary:", "sumary:"),
      "recipes/liver-cubes/entry.json": "{",
      "articles/only-english/en.md": markdown("Renewed"),
    });
    await expect(run()).rejects.toThrow(
      /^articles\/weave-entries\/en\.md: .*summary.*\nrecipes\/liver-cubes\/entry\.json: SyntaxError/,
    );
    const { texts } = await dump();
    const titles = texts.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(["Weave entries", "Liver cubes", "A diary"]));
    expect(titles).toContain("Renewed");
  });

  test("names an entry whose tag is gone from tags.json although the entry did not change", async () => {
    await run();
    await folder.write({ "tags.json": JSON.stringify({ agility: { en: "Agility" } }) });
    await expect(run()).rejects.toThrow(
      /^articles\/only-english\/entry\.json: tags: "nutrition" is not in tags\.json$/,
    );
    await folder.write({ "articles/only-english/entry.json": entryJson("2026-01-01T07:00:00Z") });
    expect(await run()).toMatchObject({ written: 1, removed: 1 });
  });

  test("of a folder that is missing or empty removes nothing", async () => {
    await run();
    const before = await dump();
    await expect(syncFolder(portal.portal, join(folder.path, "nowhere"))).rejects.toThrow(
      /tags\.json/,
    );
    const empty = await temporaryFolder();
    await expect(syncFolder(portal.portal, empty.path)).rejects.toThrow(/tags\.json/);
    await empty.remove();
    expect(await dump()).toEqual(before);
  });

  test("in two processes at the same time works in both", async () => {
    await Promise.all([run(), run(), run()]);
    expect(await slugs()).toContain("articles/weave-entries");
    expect((await run()).written).toBe(0);
  });
});

describe("content of the portal's own", () => {
  const ofPortal = { origin: "portal", sourceHash: null } as const;
  const entry = {
    publishedAt: new Date("2026-01-01T00:00:00Z"),
    author: "Ada",
    tags: ["agility"],
    motif: "jump",
    details: {},
    ...ofPortal,
  };

  test("is never removed", async () => {
    const { database } = portal.portal;
    await database
      .insert(contentEntries)
      .values({ ...entry, kind: "articles", slug: "of-the-portal" });
    await database
      .insert(contentTags)
      .values({ id: "news", name: { en: "News" }, origin: "portal" });
    const id = randomUUID();
    const { publishedAt } = entry;
    await database
      .insert(announcements)
      .values({ id, title: { en: "Hi" }, body: { en: "Hi" }, publishedAt, ...ofPortal });
    await run();
    await run();
    expect(await slugs()).toContain("articles/of-the-portal");
    const tags = await database.select().from(contentTags);
    expect(tags.map((tag) => tag.id)).toContain("news");
    const rows = await database.select().from(announcements);
    expect(rows.map((row) => row.id)).toContain(id);
  });

  test("is left alone and named where the folder has something of the same slug", async () => {
    const { database } = portal.portal;
    const kind = "articles";
    const slug = "weave-entries";
    await database.insert(contentEntries).values({ ...entry, kind, slug });
    await database.insert(contentTexts).values({
      kind,
      slug,
      language: "en",
      title: "Mine",
      summary: "",
      body: "",
      words: 0,
      details: {},
    });
    await database
      .insert(contentTags)
      .values({ id: "agility", name: { en: "Mine" }, origin: "portal" });
    const { publishedAt } = entry;
    const id = announcementId("clinic");
    await database
      .insert(announcements)
      .values({ id, title: { en: "Mine" }, body: { en: "" }, publishedAt, ...ofPortal });
    const { skipped } = await run();
    expect(skipped).toEqual([
      "tags.json: agility",
      "articles/weave-entries",
      "announcements/clinic",
    ]);
    const { texts } = await dump();
    expect(texts.find((text) => text.slug === slug)?.title).toBe("Mine");
    const [tag] = await database.select().from(contentTags).where(eq(contentTags.id, "agility"));
    const [row] = await database.select().from(announcements);
    expect([tag?.name, row?.title]).toEqual([{ en: "Mine" }, { en: "Mine" }]);
  });
});

describe("announcements", () => {
  const rows = () => portal.portal.database.select().from(announcements);

  test("that were withdrawn do not come back, even with a new text", async () => {
    await run();
    const now = portal.portal.now();
    await portal.portal.database.update(announcements).set({ withdrawnAt: now });
    await folder.write({ "announcements/clinic/en.md": "---\ntitle: New\n---\n\nText.\n" });
    await run();
    expect(await rows()).toMatchObject([{ withdrawnAt: now, title: { en: "New" } }]);
  });

  test("that were withdrawn do not come back after a start without their files", async () => {
    await run();
    const now = portal.portal.now();
    await portal.portal.database.update(announcements).set({ withdrawnAt: now });
    await folder.write({ "announcements/clinic": null });
    await run();
    await folder.write({
      "announcements/clinic/entry.json": sampleContent["announcements/clinic/entry.json"] ?? "",
      "announcements/clinic/en.md": sampleContent["announcements/clinic/en.md"] ?? "",
    });
    await run();
    expect(await rows()).toMatchObject([{ withdrawnAt: now }]);
  });

  test("go when they are gone from the folder", async () => {
    await run();
    await folder.write({ "announcements/clinic": null });
    await run();
    expect(await rows()).toEqual([]);
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
      /^blog\/a-diary\/en\.md:\d: front matter: /,
    ],
    [
      "an unknown field",
      { "blog/a-diary/en.md": markdown("A", "B", "sumary: x\n") },
      /^blog\/a-diary\/en\.md: .*sumary/,
    ],
    [
      "quotes nested too deeply for browsers",
      { "blog/a-diary/en.md": markdown("A", `Text.\n\n${">".repeat(60)} x`) },
      /^blog\/a-diary\/en\.md: line 3 of the text: quotes or lists are nested too deeply/,
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
    [
      "a folder with the name of a text",
      { "blog/a-diary/en.md": null, "blog/a-diary/en.md/en.md": "" },
      /^blog\/a-diary\/en\.md: cannot be read \(EISDIR\)$/,
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
      "chapters out of order",
      {
        "videos/front-cross/en.md": markdown(
          "A",
          "B",
          "chapters: [{ at: 5, title: T }, { at: 5, title: U }]\n",
        ),
      },
      /^videos\/front-cross\/en\.md: chapters: each begins after the one before/,
    ],
    [
      "a time before the start on another day than the show's",
      {
        "blog/a-diary/en.md": markdown(
          "A",
          "B",
          "showDay: [{ daysBefore: 1, part: food, text: T, minutesBefore: 5 }]\n",
        ),
      },
      /^blog\/a-diary\/en\.md: showDay: minutesBefore: only on the day of the show/,
    ],
    [
      "an unknown part of a countdown",
      {
        "blog/a-diary/en.md": markdown(
          "A",
          "B",
          "showDay: [{ daysBefore: 1, part: x, text: T }]\n",
        ),
      },
      /^blog\/a-diary\/en\.md: showDay\.0\.part: /,
    ],
    [
      "a slug with blanks",
      { "blog/A Diary/entry.json": entryJson("2026-02-03T07:00:00Z") },
      /^blog\/A Diary: /,
    ],
    [
      "no tags.json",
      { "tags.json": null },
      /\/entry\.json: tags: "agility" is not in tags\.json$/m,
    ],
  ])("%s", async (_, files, message) => {
    await folder.write(files);
    await expect(run()).rejects.toThrow(message);
  });

  test("a folder that holds no entry yet is no error", async () => {
    await folder.write({ "videos/planned/scene.html": "<svg></svg>" });
    await run();
    expect(await slugs()).not.toContain("videos/planned");
  });
});

test("a folder that lost its tags.json, as one that is being copied, removes nothing of what came with it", async () => {
  await run();
  const before = await slugs();
  const emptied = await temporaryFolder();
  await emptied.write({ "announcements/.gitkeep": "", "articles/.gitkeep": "" });
  await expect(syncFolder(portal.portal, emptied.path)).rejects.toThrow(
    /tags\.json: the file is missing, which the tags of this portal came from/,
  );
  expect(await slugs()).toEqual(before);
  await emptied.remove();
});

test("the demo content has no errors", async () => {
  await syncFolder(portal.portal, contentFolderOf({ contentDir: null }));
  expect((await slugs()).length).toBeGreaterThan(20);
});
