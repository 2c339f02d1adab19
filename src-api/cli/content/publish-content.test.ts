import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typeContent } from "../../testing/content-commands.ts";
import { createPagesPortal, type PagesPortal } from "../../testing/pages-portal.ts";
import { markdown, sampleContent } from "../../testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "../../testing/temporary-folder.ts";

let portal: PagesPortal;
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  portal = await createPagesPortal(sampleContent, { dataDir: folder.path });
  const own: [string, string | Buffer][] = [];
  for (const [name, content] of Object.entries(sampleContent)) {
    if (name.startsWith("videos/front-cross/")) {
      own.push([
        `in/${name.replaceAll("front-cross", "own-video")}`,
        typeof content === "string" ? content.replaceAll("front-cross", "own-video") : content,
      ]);
    }
  }
  await folder.write({
    ...Object.fromEntries(own),
    "in/tags.json": sampleContent["tags.json"] ?? "",
    "in/articles/own-article.md": markdown("Own zeppelin", "Text.", "date: 2026-02-10T12:00:00Z\n"),
  });
  await typeContent(portal, "import", `${folder.path}/in`);
});
afterAll(async () => {
  await portal.close();
  await folder.remove();
});

const type = async (...args: string[]) => (await typeContent(portal, ...args)).lines;
const day = 24 * 60 * 60_000;

/** The signed address of the video, which a member's player keeps. */
let video: string | null = null;

/** Returns the ways by which somebody gets to the imported article and video. */
async function waysTo(): Promise<string[]> {
  const ways: string[] = [];
  const look = async (
    way: string,
    path: string,
    as: "visitor" | "member" | "admin" = "visitor",
  ) => {
    const { statusCode, body } = await portal.get(path, as);
    if (statusCode === 200 && body.includes("own-")) ways.push(`${way} (${as})`);
    return body;
  };
  for (const as of ["visitor", "member", "admin"] as const) {
    await look("list", "/content/articles", as);
    await look("search", "/content/search?q=zeppelin", as);
    await look("list with words", "/content/articles?q=zeppelin", as);
    await look("teaser", "/content/articles/own-article/teaser", as);
    if (as !== "visitor") await look("id", "/content/articles/own-article", as);
  }
  const found = await portal.get("/content/videos/own-video", "member");
  video ??= String(found.json().media.source.src);
  if ((await portal.app.inject(video)).statusCode === 200) ways.push("media");
  if ((await portal.get("/media/posters/own-video.webp")).statusCode === 200) ways.push("still");
  if ((await portal.page("/feed.atom")).includes("own-article")) ways.push("feed");
  if ((await portal.page("/feed.json")).includes("own-article")) ways.push("json feed");
  if ((await portal.page("/sitemap.xml")).includes("2026-02-10")) ways.push("sitemap");
  return ways;
}

describe("publishing", () => {
  test("a withdrawn or scheduled entry is shown to nobody by any way, and appears in its time", async () => {
    const all = await waysTo();
    expect(all).toEqual([
      ...["visitor", "member", "admin"].flatMap((as) => [
        `list (${as})`,
        `search (${as})`,
        `list with words (${as})`,
        `teaser (${as})`,
        ...(as === "visitor" ? [] : [`id (${as})`]),
      ]),
      "media",
      "still",
      "feed",
      "json feed",
      "sitemap",
    ]);
    const both = async (...options: string[]) => [
      ...(await type("publish", "articles", "own-article", ...options)),
      ...(await type("publish", "videos", "own-video", ...options)),
    ];
    expect(await both("--withdraw")).toEqual([
      "articles/own-article is withdrawn.",
      "videos/own-video is withdrawn.",
    ]);
    expect(await waysTo()).toEqual([]);
    expect(await both("--at", "2026-03-04T09:00")).toEqual([
      "articles/own-article appears on Wednesday, 4 March 2026 at 09:00 CET.",
      "videos/own-video appears on Wednesday, 4 March 2026 at 09:00 CET.",
    ]);
    expect(await waysTo()).toEqual([]);
    expect(await type("list", "articles")).toContainEqual(
      expect.stringMatching(/own-article .* 2026-03-04T08:00 \(scheduled\)  import$/),
    );
    portal.advance(4 * day);
    expect(await waysTo()).toEqual(
      all.filter((way) => !["media", "sitemap"].includes(way)), // signature and date are older
    );
    expect(await both()).toEqual([
      expect.stringMatching(/^articles\/own-article is published as of Thursday, 5 March 2026/),
      expect.stringMatching(/^videos\/own-video is published as of Thursday, 5 March 2026/),
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
