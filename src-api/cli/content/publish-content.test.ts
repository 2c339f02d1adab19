import { describe, expect, test } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { readWrittenTime } from "#api/infra/written-time.ts";
import { forFile } from "#api/testing/for-file.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { markdown, sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import { minuteIn } from "#api/cli/channel/days.ts";

const portal = await forFile(createContentPortal());
const type = async (...args: string[]) => (await typeContent(portal, ...args)).lines;

const folder = await forFile(temporaryFolder());
await folder.write({
  "in/tags.json": sampleContent["tags.json"] ?? "",
  "in/articles/own-article.md": markdown("Own", "Text.", "date: 2026-02-10T12:00:00Z\n"),
});
await typeContent(portal, "import", `${folder.path}/in`);

describe("publishing", () => {
  test("an entry is withdrawn, appears in its time, or is published at once", async () => {
    const publish = (...options: string[]) =>
      type("publish", "articles", "own-article", ...options);
    const isShown = async () =>
      (await portal.get("/content/articles/own-article/teaser")).statusCode === 200;
    expect(await isShown()).toBe(true);
    expect(await publish("--withdraw")).toEqual(["articles/own-article is withdrawn."]);
    expect(await isShown()).toBe(false);
    expect(await publish("--at", "2026-03-04T09:00")).toEqual([
      "articles/own-article appears on Wednesday, 4 March 2026 at 09:00 CET.",
    ]);
    expect(await isShown()).toBe(false);
    expect(await type("list", "articles")).toContainEqual(
      expect.stringMatching(/own-article .* 2026-03-04 09:00 \+01:00 \(scheduled\)  import$/),
    );
    portal.advance(4 * dayMs);
    expect(await isShown()).toBe(true);
    expect(await publish()).toEqual([
      expect.stringMatching(/^articles\/own-article is published as of Thursday, 5 March 2026/),
    ]);
  });

  test("an entry of the content folder is refused, since the folder decides", async () => {
    await expect(type("publish", "articles", "weave-entries", "--withdraw")).rejects.toThrow(
      "articles/weave-entries comes from the content folder, which decides when it appears",
    );
    expect((await portal.get("/content/articles/weave-entries/teaser")).statusCode).toBe(200);
    await expect(type("publish", "articles", "none")).rejects.toThrow("no entry articles/none");
  });
});

describe("the content command line", () => {
  test.each([
    [["publish", "news", "x"], "Allowed choices are articles"],
    [["publish", "articles", "x", "--at", "soon"], '"soon" is not a date'],
    [["publish", "articles", "x", "--at", "2026-13-01"], '"2026-13-01" is not a date'],
    [["publish", "articles", "x", "--at", "1 Dec"], '"1 Dec" is no whole date'],
    [["publish", "articles", "x", "--at", "01/02/2026"], "could be more than one date"],
    [["publish", "articles", "x", "--at", "20260-12-01"], '"20260-12-01" is not a date'],
    [["publish", "articles", "x", "--at", "2026-12-01T09:00", "--withdraw"], "cannot be used with"],
    [["import"], "missing required argument 'path'"],
    [["import", "x", "--kind", "news"], "Allowed choices are articles"],
  ])("refuses %j", async (args, message) => {
    await expect(type(...args)).rejects.toThrow(message);
  });

  test("list tells kind, slug, title, languages, time and origin, and as JSON the same", async () => {
    const [heading] = await type("list");
    expect(heading?.split(/ {2,}/)).toEqual([
      "KIND",
      "SLUG",
      "TITLE",
      "LANGUAGES",
      "PUBLISHED",
      "ORIGIN",
    ]);
    const listed = JSON.parse((await type("list", "articles", "--json")).join("\n"));
    expect(listed).toContainEqual({
      kind: "articles",
      slug: "weave-entries",
      title: "Weave entries",
      languages: ["en", "pl"],
      publishedAt: "2026-02-01T07:00:00.000Z",
      origin: "folder",
    });
  });

  test("sync brings the folder's changes at once, and reports them", async () => {
    const other = await temporaryFolder();
    await other.write({ ...sampleContent, "blog/a-diary/en.md": markdown("A new diary") });
    await portal.get("/content/blog");
    expect((await type("sync", other.path)).at(-1)).toMatch(
      // the two videos get their files copied
      /: 3 written, 6 unchanged, 0 removed, /,
    );
    expect((await portal.get("/content/blog")).body).toContain("A new diary");
    await other.write({ "blog/a-diary/entry.json": "{" });
    await expect(type("sync", other.path)).rejects.toThrow("blog/a-diary/entry.json: SyntaxError");
    await other.remove();
  });
});

test.each([
  ["2026-12-31T23:47:00Z", "Europe/Warsaw", "2027-01-01 00:47 +01:00"],
  ["2026-12-31T23:47:00Z", "America/New_York", "2026-12-31 18:47 -05:00"],
  ["2026-10-25T00:30:00Z", "Europe/Warsaw", "2026-10-25 02:30 +02:00"],
  ["2026-10-25T01:30:00Z", "Europe/Warsaw", "2026-10-25 02:30 +01:00"],
])("list shows %s in %s as %s, which commands read as the same time", (iso, timeZone, text) => {
  const time = new Date(iso);
  expect(minuteIn(time, timeZone)).toBe(text);
  expect(readWrittenTime(text, "Asia/Tokyo")).toEqual({ time, isDay: false });
});
