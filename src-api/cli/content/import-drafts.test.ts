import { beforeEach, describe, expect, test } from "vitest";
import { contentEntries, contentTags, contentTexts } from "#api/modules/library/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

const portal = await forFile(createTestPortal()); // at 2026-03-01T12:00Z
let folder: TemporaryFolder;
beforeEach(async () => {
  for (const table of [contentEntries, contentTags]) await portal.portal.database.delete(table);
  folder = await temporaryFolder();
  return () => folder.remove();
});

const post = (front: string, body = "Some text.") => `---\n${front}\n---\n\n${body}\n`;
const whole =
  "title: Whole\ndate: 2024-05-01\ntags: [agility]\nsummary: It is.\nauthor: Ada\nmotif: jump";

/** Returns files that have one of these fields each. */
const withFields = (fields: string[]) =>
  Object.fromEntries(fields.map((field, at) => [`${at}.md`, post(`${whole}\n${field}`)]));

/** Imports files, and returns when each entry appears (null: it is a draft) and the report. */
async function imported(files: Record<string, string>) {
  await folder.write(files);
  const { lines } = await typeContent(portal, "import", folder.path, "--kind", "blog");
  const entries = await portal.portal.database.select().from(contentEntries);
  const times = entries.map(({ slug, publishedAt }) => [slug, publishedAt?.toISOString() ?? null]);
  return { lines, times: Object.fromEntries(times) as Record<string, string | null> };
}

const bodies = async () =>
  (await portal.portal.database.select().from(contentTexts)).map(({ body }) => body);

const json = '{\n\t"title": "Not yet",\n  "draft": true,\n  "date": "2026-02-01"\n}\n\nText.';

describe("front matter", () => {
  test("is read in every form", async () => {
    const forms = {
      "with-blanks-after-the-fences.md": `--- \t\n${whole}\ndraft: true\n---  \n\nText.`,
      "after-blank-lines.md": `\n  \n---\n${whole}\ndraft: true\n---\nText.`,
      "after-a-byte-order-mark-and-a-blank-line.md": `\uFEFF\n---\n${whole}\ndraft: true\n---\nText.`,
      "that-ends-with-dots.md": `---\n${whole}\ndraft: true\n...\nText.`,
      "with-windows-line-ends.md": `---\r\ntitle: x\r\ndraft: true\r\n---\r\nText.\r\n`,
      "with-line-ends-of-old-macs.md": `---\rtitle: x\rdraft: true\r---\rText.\r`,
      "with-its-language-named.md": `---yaml\ntitle: x\ndraft: true\n---\nText.`,
      "with-a-comment.md": `--- # a comment\ntitle: x\ndraft: true\n---\nText.`,
      "in-json.md": json,
      "in-json-on-a-line.md": '{"title": "x", "draft": true}\nText.',
      "in-json-between-fences.md": ';;;\n{"draft": true}\n;;;\nText.',
      "in-json-with-its-language-named.md": '---json\n{"draft": true}\n---\nText.',
      "in-toml-with-blanks.md": '\n+++  \ntitle = "x"\ndraft = true\n+++ \nText.',
      "in-toml-with-its-language-named.md": '---toml\ntitle = "x"\ndraft = true\n---\nText.',
      "with-a-field-in-other-letters.md": `---\n${whole}\nDraft: TRUE\n---\nText.`,
    };
    const { times, lines } = await imported(forms);
    expect(lines.at(-1)).toBe(`${Object.keys(forms).length} imported, 0 unchanged, 0 refused.`);
    expect(new Set(Object.values(times))).toEqual(new Set([null]));
    expect(new Set(await bodies())).toEqual(new Set(["Text."]));
  });

  test("is refused where it may be meant otherwise", async () => {
    const doubtful = {
      "without-an-end.md": "---\ntitle: x\ndraft: true\n\nText.",
      "without-a-beginning.md": "title: x\ndraft: true\n---\n\nText.",
      "between-longer-lines.md": "-----\ntitle: x\ndraft: true\n-----\n\nText.",
      "between-dashes-of-a-word-processor.md": "—-\ntitle: x\ndraft: true\n—-\n\nText.",
      "that-is-indented.md": "  ---\n  title: x\n  draft: true\n  ---\n\nText.",
      "behind-a-comment.md": "<!-- prettier-ignore -->\n---\ntitle: x\ndraft: true\n---\n\nText.",
      "in-a-comment.md": "<!--\ntitle: x\ndraft: true\n-->\n\nText.",
      "in-a-block-of-code.md": "```yaml\ntitle: x\ndraft: true\n```\n\nText.",
      "in-javascript.md": "---js\n{ draft: true }\n---\n\nText.",
      "in-broken-json.md": '{\n  "title": "x",\n  "draft": true,\n}\n\nText.',
      "of-pelican.md": "Title: x\nStatus: draft\n\nText.",
      "of-org-mode.md": "#+TITLE: x\n#+DRAFT: true\n\nText.",
      "with-a-field-twice.md": "---\ntitle: x\ndraft: true\ndraft: false\n---\n\nText.",
      "with-a-field-of-json-twice.md": '{"draft": true, "draft": false}\nText.',
      "with-tabs.md": "---\ntitle: x\nmore:\n\tdraft: true\n---\n\nText.",
      "with-a-broken-value.md": "---\ntitle: x: y\ndraft: true\n---\n\nText.",
      "of-a-list.md": "---\n- draft\n---\n\nText.",
      "twice.md": "---\ntitle: x\n---\n---\ndraft: true\n---\n\nText.",
    };
    const { times, lines } = await imported({ ...doubtful, "two.md": post(whole) });
    expect(times).toEqual({ two: "2024-04-30T22:00:00.000Z" });
    const refused = lines.map((line) => /^refused: (.+\.md):\d+: /.exec(line)?.[1]);
    expect(new Set(refused)).toEqual(new Set([...Object.keys(doubtful), undefined]));
  });

  test("may be missing: a text may begin with a line across, a field's name within a sentence, or a brace", async () => {
    const { times, lines } = await imported({
      "line.md": "---\n\nText.",
      "sentence.md": "Title fights are long.\n\nText: yes.",
      "brace.md": "{{< figure >}}\n\nText.",
    });
    expect(Object.keys(times).toSorted()).toEqual(["brace", "line", "sentence"]);
    expect(lines.at(-1)).toBe("3 imported, 0 unchanged, 0 refused.");
  });
});

describe("drafts", () => {
  test("stay drafts by a field, with a line", async () => {
    const fields = [
      "status: draft",
      "status: Pending",
      "status: in progress",
      "post_status: private",
      "visibility: hidden",
      "isDraft: true",
      "private: yes",
      "hidden: true",
      "unlisted: true",
      "archived: true",
      "publish: false",
      "isPublished: false",
      "eleventyExcludeFromCollections: true",
      "permalink: false",
      "headless: true",
      "build: { render: never }",
      "_build: { list: never }",
      "password: secret",
      "expiryDate: 2020-01-01",
      "expires: 2026-03-01T12:00:00Z",
      "unpublish_date: 2026-02-28",
      "_hidden: yes",
    ];
    const { times, lines } = await imported(withFields(fields));
    expect(times).toEqual(Object.fromEntries(fields.map((_, at) => [at, null])));
    const named = /^(\d+)\.md:8: (?:a draft|expired on).*: imported unpublished$/;
    const reported = lines.flatMap((line) => named.exec(line)?.[1] ?? []);
    expect(reported.map(Number).toSorted((a, b) => a - b)).toEqual([...fields.keys()]);
  });

  test("are not made by the same fields with other values", async () => {
    const fields = [
      "status: published",
      "status: Publish",
      "visibility: public",
      "draft: false",
      "hide: [navigation]",
      "permalink: /a/b/",
      "build: { render: always }",
      "eleventyExcludeFromCollections: false",
      "published: 2024-05-01",
    ];
    const { times } = await imported(withFields(fields));
    const published = fields.map((_, at) => [at, "2024-04-30T22:00:00.000Z"]);
    expect(times).toEqual(Object.fromEntries(published));
  });

  test("are told by folders and names of files, and by what is said for a whole folder", async () => {
    const { times, lines } = await imported({
      "drafts/one.md": post(whole),
      "posts/_two.md": post(whole),
      "Draft/three.md": post(whole),
      "later/later.json": '{ "permalink": false }',
      "later/four.md": post(whole),
      "hugo/_index.md": "---\ntitle: Hugo\ncascade:\n  - draft: true\n---\n",
      "hugo/deep/five.md": post(whole),
      "out/six.md": post(whole),
    });
    expect(times).toEqual({
      one: null,
      two: null,
      three: null,
      four: null,
      five: null,
      six: "2024-04-30T22:00:00.000Z",
    });
    expect(lines).toContain("later/later.json:1: permalink: the texts of this folder are drafts");
  });

  test("an expiry to come and fields without a use are named", async () => {
    const { times, lines } = await imported({
      "one.md": post(`${whole}\nexpiryDate: 2027-01-01\nsitemap: false\nweight: 3`),
    });
    expect(times).toEqual({ one: "2024-04-30T22:00:00.000Z" });
    expect(lines).toEqual([
      "one.md:8: expiryDate: left out: withdraw the entry yourself on 2027-01-01",
      "one.md:1: not used: sitemap, weight",
      "1 imported, 0 unchanged, 0 refused.",
    ]);
  });

  test("a translation that has expired or has its day to come is left out", async () => {
    const { lines } = await imported({
      "one.md": post(whole),
      "one.pl.md": post(`${whole}\npublishDate: 2027-01-01`),
      "two.md": post(whole),
      "two.pl.md": post(`${whole}\nexpiryDate: 2025-01-01`),
    });
    expect(lines.slice(0, 2)).toEqual([
      "one.pl.md:8: left out: a translation that is not published yet",
      "two.pl.md:8: left out: a translation that is expired",
    ]);
    expect(await bodies()).toHaveLength(2);
  });
});

describe("dates", () => {
  test("have the zone they name, else the brand's; what could be two dates is refused", async () => {
    const dated = (date: string) => post(`title: x\ndate: ${date}`);
    const { times, lines } = await imported({
      "2026-02-03-name.md": post("title: x"),
      "day.md": dated("2026-05-01"),
      "midnight.md": dated("2026-05-01T00:00:00+02:00"),
      "rfc.md": dated('"Tue, 01 Dec 2026 08:00:00 -0500"'),
      "zone.md": dated("2026-12-01 08:00 EST"),
      "two.md": dated("01/02/2026"),
      "year.md": dated("1 Dec"),
      "number.md": dated("20261201"),
      "list.md": dated("[2026-12-01]"),
      "hugo.md": post("title: x\ndate: 2024-05-01\npublishDate: 2026-12-01T10:00:00Z"),
    });
    expect(times).toEqual({
      name: "2026-02-02T23:00:00.000Z",
      day: "2026-04-30T22:00:00.000Z",
      midnight: "2026-04-30T22:00:00.000Z",
      rfc: "2026-12-01T13:00:00.000Z",
      zone: "2026-12-01T13:00:00.000Z",
      hugo: "2026-12-01T10:00:00.000Z",
    });
    expect(lines.filter((line) => line.startsWith("refused"))).toEqual([
      expect.stringContaining("list.md:3: date:"),
      'refused: number.md:3: date: "20261201" is not a date',
      'refused: two.md:3: date: "01/02/2026" could be more than one date; write it as 2026-12-31',
      'refused: year.md:3: date: "1 Dec" is no whole date; write it as 2026-12-31',
    ]);
  });
});

describe("tags", () => {
  test("stay apart that differ by a sign; others that become one are named", async () => {
    const { lines } = await imported({
      "one.md": post(whole.replace("[agility]", '[C, C++, "C#", .NET]')),
      "two.md": post(whole.replace("[agility]", '["#agility", Résumé, resume, Dog Training]')),
      "three.md": post(whole.replace("[agility]", "[dog-training, NET, Agility]")),
    });
    const tags = await portal.portal.database.select().from(contentTags).orderBy(contentTags.id);
    expect(tags.map(({ id, name }) => [id, name.en])).toEqual([
      ["agility", "Agility"],
      ["c", "C"],
      ["c-plus-plus", "C++"],
      ["c-sharp", "C#"],
      ["dog-training", "dog-training"],
      ["dot-net", ".NET"],
      ["net", "NET"],
      ["resume", "Résumé"],
    ]);
    expect(lines).toEqual([
      'two.md:4: tags: "resume" is the same tag as "Résumé": resume',
      "3 imported, 0 unchanged, 0 refused.",
    ]);
  });
});

describe("pages", () => {
  test("and the site's own files are left out, each with a line", async () => {
    const { times, lines } = await imported({
      "_posts/2021-05-01-hello.md": post("layout: post\ntitle: Hello"),
      "_includes/note.md": "A fragment.",
      "404.md": post("permalink: /404.html"),
      "README.md": "# How to build",
      "index.md": post("layout: home"),
      "team.md": post("title: Team"),
      "blog/about-me.md": post("layout: page\ntitle: About me"),
      "content/about/index.md": post(whole),
      "content/contact/index.pl.md": post(whole),
      "content/pl/regulamin/index.md": post(whole),
      "blog/type.md": post("type: page\ntitle: A page"),
      "pages/imprint.md": post("title: Imprint"),
      "announcements/sale/en.md": "Sale.",
    });
    expect(Object.keys(times)).toEqual(["hello"]);
    expect(lines.filter((line) => line.includes("left out"))).toEqual([
      "404.md:1: left out: a file about the site",
      "README.md:1: left out: a file about the site",
      "_includes:1: left out: a folder of the site's programs and templates",
      "announcements:1: left out: announcements are no entries of the library",
      "content/about/index.md:1: left out: a page",
      "content/contact/index.pl.md:1: left out: a page",
      "content/pl/regulamin/index.md:1: left out: a page",
      "index.md:1: left out: a page",
      "pages/imprint.md:1: left out: a page",
      "team.md:1: left out: a page",
      "blog/about-me.md:2: left out: a page",
      "blog/type.md:2: left out: a page",
    ]);
  });

  test("are imported when they are named themselves", async () => {
    await folder.write({ "about.md": post(whole) });
    const { lines } = await typeContent(portal, "import", `${folder.path}/about.md`);
    expect(lines.at(-1)).toBe("1 imported, 0 unchanged, 0 refused.");
  });
});
