import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { beforeEach, describe, expect, test } from "vitest";
import { contentEntries, contentTexts } from "#api/modules/library/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { processorMsOf } from "#api/testing/processor-time.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

let folder: TemporaryFolder;
const portal = await forFile(createTestPortal());
beforeEach(async () => {
  await portal.portal.database.delete(contentEntries);
  folder = await temporaryFolder();
  return () => folder.remove();
});

const front =
  "title: T\ndate: 2024-05-01\ntags: [agility]\nsummary: It is.\nauthor: Ada\nmotif: jump";
const post = (body: string) => `---\n${front}\n---\n\n${body}\n`;
const run = (...path: string[]) =>
  typeContent(portal, "import", join(folder.path, ...path), "--kind", "articles");
const bodies = async () =>
  (await portal.portal.database.select().from(contentTexts).orderBy(contentTexts.slug)).map(
    ({ body }) => body,
  );

describe("HTML in a text in Markdown", () => {
  test("keeps its breaks, powers, tables and code, and the Markdown around it as it was written", async () => {
    const body = [
      "First line<br>second line. 10<sup>2</sup> m, 10<sup>-3</sup>, H<sub>2</sub>O, x<sup>n</sup>.",
      "Kept  *exactly* as __written__",
      "| What | How much |\n|:--|--:|\n| Meat | 200 g<br>3 eggs |",
      "<table><tr><th>Day</th></tr><tr><td><p>Monday</p><p>Tuesday</p></td></tr></table>",
      "<pre>first<br>second</pre>",
      "<p>The end.<br></p>",
      "- one<br>two",
      "> <b>Bold<br></b>and on",
      "<details>\n<summary>More</summary>\n\nWith *marks*\n\n</details>",
      "<dl><dt>Weave</dt><dd>Poles in a row</dd></dl>",
      'The <abbr title="World Canine Organisation">FCI</abbr>, <span style="font-weight:bold">bold</span>',
    ];
    await folder.write({ "a.md": post(body.join("\n\n")) });
    expect((await run()).lines).toEqual(["1 imported, 0 unchanged, 0 refused."]);
    expect((await bodies())[0]?.split("\n\n")).toEqual([
      "First line\\\nsecond line. 10² m, 10⁻³, H₂O, x^n.",
      "Kept  *exactly* as __written__",
      "| What |     How much |\n| :--- | -----------: |\n| Meat | 200 g 3 eggs |",
      "| Day            |\n| -------------- |\n| Monday Tuesday |",
      "```\nfirst\nsecond\n```",
      "The end.",
      "- one\\\n  two",
      "> **Bold**\\\n> and on",
      "**More**",
      "With *marks*",
      "- Weave",
      "  Poles in a row",
      "The FCI (World Canine Organisation), **bold**",
    ]);
  });

  test("has no heading of level 1, and no empty one, which is named", async () => {
    await folder.write({
      "a.md": post("One\n\n# Part\n\n###\n\nSet\n===\n\n<h1>Html</h1>\n\n## *Two*"),
    });
    expect((await run()).lines).toEqual([
      "a.md:14: left out: an empty heading",
      "1 imported, 0 unchanged, 0 refused.",
    ]);
    expect((await bodies())[0]).toBe("One\n\n## Part\n\n## Set\n\n## Html\n\n## *Two*");
  });
});

describe("a text that takes parsers minutes", () => {
  test(
    "is refused by name, while others are answered and imported",
    { timeout: 180_000 },
    async () => {
      await folder.write({
        "headings.md": post("a\n=\n".repeat(20_000)),
        "marks.md": post("*a_".repeat(30_000)),
        "addresses.md": post(`![a](b.png)\n${"`".repeat(90_000)}`),
        "whole.md": post("Words."),
        "deep.md": post("<div>".repeat(15_000)),
      });
      let lines: string[] = [];
      const blockedMs = await processorMsOf(async () => ({ lines } = await run()));
      expect(blockedMs).toBeLessThan(1_500);
      expect(lines).toEqual([
        "refused: addresses.md: the text takes too long to be converted",
        expect.stringMatching(
          /^refused: deep\.md:9: the text (?:is nested too deeply|takes too long)/,
        ),
        "refused: headings.md:9: the text takes too long to be converted",
        "refused: marks.md:9: the text takes too long to be converted",
        "1 imported, 0 unchanged, 4 refused.",
      ]);
      expect(await bodies()).toEqual(["Words."]);
    },
  );
});

test("an image behind a link to another folder is not followed", async () => {
  await folder.write({
    "site/a.md": post("Words. ![](linked/secret.png)"),
    "other/secret.png": await createCanvas(20, 10).encode("png"),
  });
  await symlink(join(folder.path, "other"), join(folder.path, "site/linked"));
  const { lines } = await run("site");
  expect(lines).toContain("a.md:10: left out: image: linked/secret.png");
  expect(await bodies()).toEqual(["Words."]);
});
