import { execFileSync } from "node:child_process";
import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { contentEntries, contentTexts } from "#api/modules/library/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { entryJson, markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

let folder: TemporaryFolder;
const portal = await forFile(createTestPortal());
beforeEach(async () => {
  await portal.portal.database.delete(contentEntries);
  folder = await temporaryFolder();
  return () => folder.remove();
});

const run = () => typeContent(portal, "import", folder.path, "--kind", "articles");
const stored = async () => ({
  entries: await portal.portal.database.select().from(contentEntries),
  texts: await portal.portal.database.select().from(contentTexts),
});
const post = (front: string, body = "Some text.") => `---\n${front}\n---\n\n${body}\n`;
const whole =
  "title: Whole\ndate: 2024-05-01\ntags: [agility]\nsummary: It is.\nauthor: Ada\nmotif: jump";

/** A video in the portal's own format with captions. */
const video = (slug: string, captions: string | Buffer, format = "vtt") => ({
  [`videos/${slug}/entry.json`]: entryJson("2024-01-01T07:00:00Z", {
    source: `${slug}.webm`,
    poster: `${slug}.webp`,
    free: true,
    durationSeconds: 2,
  }),
  [`videos/${slug}/en.md`]: markdown(slug),
  [`videos/${slug}/${slug}.webm`]: "a film",
  [`videos/${slug}/${slug}.webp`]: "a still",
  [`videos/${slug}/${slug}.en.${format}`]: captions,
});

describe("an import of doubtful files", () => {
  test("takes captions as the studio does: SRT is read, and what players would not show is refused by line", async () => {
    const cue = "00:00:00,000 --> 00:00:02,000\nTurn early.\n";
    await folder.write({
      "tags.json": JSON.stringify({ agility: { en: "Agility" } }),
      ...video("late", "WEBVTT\n\n00:02.000 --> 00:01.000\nTurn.\n"),
      ...video("latin", Buffer.from(`1\n${cue}`.replace("early", "tôt"), "latin1")),
      ...video("srt", `1\n${cue}`),
      ...video("named", `1\n${cue}`, "srt"),
      ...video("wrong", `1\n${cue}`.replace("02,000", "00,000"), "srt"),
    });
    const { lines } = await run();
    expect(lines.filter((line) => line.includes("captions"))).toEqual([
      "refused: videos/late/late.en.vtt:3: captions: the cue ends before it begins",
      expect.stringMatching(/^refused: videos\/latin\/latin.en.vtt:1: captions: .*UTF-8/),
      "refused: videos/wrong/wrong.en.srt:2: captions: the cue ends before it begins",
    ]);
    expect(lines.at(-1)).toBe("2 imported, 0 unchanged, 3 refused.");
    for (const slug of ["srt", "named"]) {
      const track = await portal.app.inject(`/api/media/videos/${slug}/${slug}.en.vtt`);
      expect(track.headers["content-type"]).toBe("text/vtt; charset=utf-8");
      expect(track.body).toBe(`WEBVTT\n\n1\n${cue.replaceAll(",", ".")}`);
    }
  });

  test("a broken file is refused by file and line, and the others are imported (exit code 1)", async () => {
    await folder.write({
      "aliases.md": `---\na: &a [x]\n${Array.from({ length: 9 }, (_, at) => `b${at}: &b${at} [${`*${at ? `b${at - 1}` : "a"}, `.repeat(20)}]`).join("\n")}\n---\ntext`,
      "binary.md": Buffer.from([0x61, 0x0a, 0xff, 0xfe]),
      "2024-31-12-name.md": post("title: x"),
      "date.md": post(`title: x\ndate: someday`),
      "day.md": post("title: x\ndate: 2024-31-12"),
      "empty.md": post(whole, ""),
      "front.md": post(`title: ${"x".repeat(70_000)}`),
      "half.md": post('title: "\\ud800"'),
      "huge.md": "word ".repeat(400_000),
      "long.md": post(whole, "word ".repeat(25_000)),
      "nested.md": post(whole, `One.\n\n${">".repeat(5000)} deep`),
      "nul.md": "one\ntwo\0three",
      "nul-in-yaml.md": post(`date: 2024-05-01\ntitle: "a\\0b"`),
      "only.pl.md": post(whole),
      "open.md": "---\ntitle: x\n\nNo end.",
      "program.mdx": "import x from 'y'",
      "toml.md": '+++\ntitle = "x"\ndate = \n+++\n\nText.',
      "toml-open.md": '+++\ntitle = "x"\n\nText.',
      "whole.md": post(whole),
      "yaml.md": "---\ntitle: x\n  bad: [\n---\ntext",
      "z/whole.md": post(whole),
      "photo.jpg": "…",
    });
    await symlink("/etc/passwd", join(folder.path, "link.md"));
    await symlink("/etc", join(folder.path, "folder"));
    const { lines, isDone } = await run();
    expect(isDone).toBe(false);
    expect(lines).toEqual([
      "refused: folder:1: symbolic links are not followed",
      "refused: link.md:1: symbolic links are not followed",
      "refused: program.mdx:1: MDX contains program code and is not imported",
      "Left out, as they are no texts: 1 .jpg.",
      'refused: 2024-31-12-name.md:1: date: "2024-31-12" is not a date',
      expect.stringMatching(/^refused: aliases\.md:2: front matter: .*alias/),
      "refused: binary.md:2: this is not a text in UTF-8",
      'refused: date.md:3: date: "someday" is not a date',
      'refused: day.md:3: date: "2024-31-12" is not a date',
      expect.stringMatching(/^refused: empty\.md:9: /),
      "refused: front.md:1: the front matter has more than 64000 characters",
      "refused: half.md:2: title: contains characters that cannot be stored",
      "refused: huge.md:1: the file has 2.0 MB; at most 1 MB is imported",
      "refused: long.md:9: the text has more than 100000 characters",
      "refused: nested.md:9: line 4 of the text: quotes or lists are nested too deeply",
      "refused: nul-in-yaml.md:3: title: contains characters that cannot be stored",
      "refused: nul.md:2: this is not a text in UTF-8",
      "refused: only.pl.md:1: there is no text in English, which every entry needs",
      "refused: open.md:1: the front matter has no end (a line with ---)",
      "refused: toml-open.md:1: the front matter has no end (a line with +++)",
      expect.stringMatching(/^refused: toml\.md:3: front matter: Error: Invalid TOML document: /),
      expect.stringMatching(/^refused: yaml\.md:[23]: front matter: YAMLParseError: /),
      "refused: z/whole.md:1: whole.md has the same slug: articles/whole",
      "1 imported, 0 unchanged, 22 refused.",
    ]);
    expect((await stored()).entries.map(({ slug }) => slug)).toEqual(["whole"]);
  });

  test("an entry with tags that cannot be stored is refused, and the others are imported", async () => {
    const own = (name: string, tag: string) => ({
      [`articles/${name}/entry.json`]: entryJson("2024-05-01T00:00:00Z", { tags: [tag] }),
      [`articles/${name}/en.md`]: markdown("Own"),
    });
    await folder.write({
      ...own("long-id", "x".repeat(41)),
      ...own("no-id", "a\0b"),
      ...own("no-name", "nul"),
      ...own("own", "agility"),
      "categories.md": post('title: x\ndate: 2024-05-01\ncategories: ["a\\0b"]'),
      "half.md": post('title: x\ndate: 2024-05-01\ntags: ["a\\ud800"]'),
      "nul.md": post('title: x\ndate: 2024-05-01\ntags: ["a\\0b"]'),
      "whole.md": post(whole),
      "tags.json": JSON.stringify({ agility: { en: "Agility" }, nul: { en: "a\0b" } }),
    });
    expect((await run()).lines.filter((line) => !line.includes(": no "))).toEqual([
      expect.stringMatching(/^refused: articles\/long-id\/entry\.json:1: tags: x{41}\.en: Too big/),
      "refused: articles/no-id/entry.json:1: tags: contains characters that cannot be stored",
      "refused: articles/no-name/entry.json:1: tags: contains characters that cannot be stored",
      "refused: categories.md:4: tags: contains characters that cannot be stored",
      "refused: half.md:4: tags: contains characters that cannot be stored",
      "refused: nul.md:4: tags: contains characters that cannot be stored",
      "2 imported, 0 unchanged, 6 refused.",
    ]);
  });

  test("tags.json is read as carefully as the texts", async () => {
    const name = join(folder.path, "tags.json");
    const tags = JSON.stringify({ agility: { en: "Linked" } });
    await folder.write({
      "articles/own/entry.json": entryJson("2024-05-01T00:00:00Z"),
      "articles/own/en.md": markdown("Own"),
      "other/note.txt": tags,
    });
    const refusalOf = async () => (await run()).lines[0];
    await symlink(join(folder.path, "other/note.txt"), name);
    expect(await refusalOf()).toBe("refused: tags.json:1: the file cannot be read (ELOOP)");
    await rm(name);
    await folder.write({ "tags.json": tags + " ".repeat(1_100_000) });
    expect(await refusalOf()).toBe(
      "refused: tags.json:1: the file has 1.1 MB; at most 1 MB is imported",
    );
    await folder.write({ "tags.json": null, "tags.json/file": "" });
    expect(await refusalOf()).toBe("refused: tags.json:1: this is not a file");
    await folder.write({ "tags.json": null });
    execFileSync("mkfifo", [name]);
    expect(await refusalOf()).toBe("refused: tags.json:1: this is not a file");
    await rm(name);
    await folder.write({ "tags.json": "{" });
    expect(await refusalOf()).toMatch(/^refused: tags\.json:1: SyntaxError/);
  });

  test("a heading with very many blanks takes no time", async () => {
    await folder.write({
      "a.md": `# a${" ".repeat(90_000)}b\n\nSome text.`,
      "b.md": `# a${" ".repeat(900_000)}b`,
      "c.md": `\n #\tA title ##  \r\nSome text.`,
    });
    const { lines } = await run();
    expect(lines).toContain("refused: b.md:1: the text has more than 100000 characters");
    expect((await stored()).texts).toMatchObject([
      { slug: "a", title: "a b", body: "Some text." },
      { slug: "c", title: "A title", body: "Some text." },
    ]);
  });

  test("scripts, frames, handlers and javascript: links are left out by file and line", async () => {
    const body = [
      'Some <b onclick="steal()">bold</b> text<script>steal()</script>.',
      "",
      '<div onload="steal()"><p>Kept *as it is*</p><iframe src="https://evil.example"></iframe></div>',
      "",
      "[one](javascript:steal()) [two](java&#115;cript:steal()) [three](https://good.example)",
      "",
      "![a photo](photo.jpg)",
      "",
      "```html",
      "<script>shown as code</script>",
      "```",
    ].join("\n");
    await folder.write({ "unsafe.md": post(whole, body) });
    const { lines, isDone } = await run();
    expect(isDone).toBe(true);
    expect(lines).toEqual([
      "unsafe.md:10: left out: <b> with onclick",
      "unsafe.md:10: left out: <script>",
      "unsafe.md:12: left out: <div> with onload",
      "unsafe.md:12: left out: <iframe> of https://evil.example",
      "unsafe.md:14: left out: link to javascript:",
      "unsafe.md:14: left out: link to javascript:",
      'unsafe.md:16: left out: image: photo.jpg ("a photo")',
      "1 imported, 0 unchanged, 0 refused.",
    ]);
    const [text] = (await stored()).texts;
    expect(text?.body).toBe(
      "Some **bold** text.\n\nKept \\*as it is\\*\n\none two [three](https://good.example)\n\n```html\n<script>shown as code</script>\n```",
    );
  });
});

test("a text of which nothing is left is refused in words, and each instruction for another program is named", async () => {
  await folder.write({
    "film.md": post(whole, '<video src="film.mp4"></video>'),
    "codes.md": post(whole, "{{< youtube abc >}}\n\n{% include x.html %}\n\n![[my photo.png]]"),
  });
  const { lines } = await run();
  expect(lines).toEqual(
    expect.arrayContaining([
      "refused: film.md:9: nothing of the text can be imported",
      "codes.md:10: instructions for another program stay as text: {{< youtube abc >}}",
      "codes.md:12: instructions for another program stay as text: {% include x.html %}",
      "codes.md:14: instructions for another program stay as text: ![[my photo.png]]",
    ]),
  );
});
