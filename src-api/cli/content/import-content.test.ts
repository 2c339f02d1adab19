import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { count } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { syncFolder } from "#api/testing/content-portal.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";
import { contentEntries, contentTags, contentTexts } from "#api/modules/library/schema.ts";

/** Entries of the largest import. */
const entryCount = Number(process.env["ENTRIES"] ?? 201);

let folder: TemporaryFolder;
const portal = await forFile(createTestPortal());
beforeEach(async () => {
  for (const table of [contentEntries, contentTags]) await portal.portal.database.delete(table);
  folder = await temporaryFolder();
  return () => folder.remove();
});

const run = (...options: string[]) =>
  typeContent(portal, "import", folder.path, "--kind", "articles", ...options);
const stored = async () => ({
  entries: await portal.portal.database
    .select()
    .from(contentEntries)
    .orderBy(contentEntries.kind, contentEntries.slug),
  texts: await portal.portal.database
    .select()
    .from(contentTexts)
    .orderBy(contentTexts.kind, contentTexts.slug, contentTexts.language),
  tags: await portal.portal.database.select().from(contentTags).orderBy(contentTags.id),
});
const post = (front: string, body = "Some text.") => `---\n${front}\n---\n\n${body}\n`;
const whole =
  "title: Whole\ndate: 2024-05-01\ntags: [agility]\nsummary: It is.\nauthor: Ada\nmotif: jump";

describe("an import of Markdown", () => {
  test("reads front matter in TOML, as Hugo writes it by default", async () => {
    const lines = [
      "+++",
      "title = 'Poles: \"first\"'",
      "date = 2024-05-01T10:00:00+02:00",
      'summary = """',
      'By Hugo."""',
      "draft = false",
      'authors = ["Ada"]',
      'tags = ["Dog Training"]',
      'motif = "jump"',
      "[params]",
      "weight = 3",
      "+++",
      "",
      "Look: +++",
      "",
      "+++",
      "",
    ];
    await folder.write({
      "poles.md": lines.join("\r\n"),
      "local.md": `+++\ntitle = "Local"\ndate = 2024-05-02\ndraft = true\n+++\nText. <script>x</script>\n`,
    });
    expect((await run()).lines).toEqual([
      "local.md:1: no tags: imported",
      "local.md:1: no motif: paw",
      "local.md:4: a draft: imported unpublished",
      "local.md:1: no author: Ringside",
      "local.md:1: no summary: the title",
      "local.md:6: left out: <script>",
      "poles.md:1: not used: params",
      "2 imported, 0 unchanged, 0 refused.",
    ]);
    const { entries, texts } = await stored();
    expect(entries[1]).toMatchObject({
      slug: "poles",
      author: "Ada",
      tags: ["dog-training"],
      motif: "jump",
      publishedAt: new Date("2024-05-01T08:00:00Z"),
    });
    expect(texts[1]).toMatchObject({ title: 'Poles: "first"', summary: "By Hugo." });
    expect(texts[1]?.body).toMatch(/^Look: \+\+\+\s+\+\+\+$/);
  });

  test("reads front matter and languages of Hugo, Jekyll and Astro", async () => {
    await folder.write({
      "content/posts/hugo.md": post(
        "title: Hugo\ndate: 2024-05-01T10:00:00+02:00\ntags: [Dog Training, Agility]\nauthors: [Ada, { name: Bob }]\nsummary: By Hugo.\nmotif: jump\nslug: by-hugo",
      ),
      "content/posts/hugo.pl.md": post("title: Hugon\nsummary: Od Hugona."),
      "_posts/2023-01-02-jekyll.markdown": post(
        "title: Jekyll\ntags: rally shows\nexcerpt: By Jekyll.\nauthor: Cy\nmotif: paw",
      ),
      "src/en/astro/index.md": post(
        "title: Astro\npubDate: Jul 08 2022\ndescription: By Astro.\nauthor: Di\ntags: [health]\nmotif: bowl",
      ),
      "src/pl/astro/index.md": post("title: Astro po polsku\ndescription: Od Astro."),
    });
    expect(await run("--kind", "blog")).toMatchObject({
      isDone: true,
      lines: [
        "content/posts/hugo.md:5: author: an entry has one; left out Bob",
        "Addresses of the former site that lead to them: 2.",
        "3 imported, 0 unchanged, 0 refused.",
      ],
    });
    const { entries, texts, tags } = await stored();
    expect(
      entries.map(({ kind, slug, publishedAt, author, tags: ids, origin }) => [
        `${kind}/${slug}`,
        publishedAt?.toISOString(),
        author,
        ids,
        origin,
      ]),
    ).toEqual([
      ["blog/astro", "2022-07-07T22:00:00.000Z", "Di", ["health"], "import"],
      ["blog/by-hugo", "2024-05-01T08:00:00.000Z", "Ada", ["dog-training", "agility"], "import"],
      ["blog/jekyll", "2023-01-01T23:00:00.000Z", "Cy", ["rally", "shows"], "import"],
    ]);
    expect(
      texts.map(({ slug, language, title, summary }) => [slug, language, title, summary]),
    ).toEqual([
      ["astro", "en", "Astro", "By Astro."],
      ["astro", "pl", "Astro po polsku", "Od Astro."],
      ["by-hugo", "en", "Hugo", "By Hugo."],
      ["by-hugo", "pl", "Hugon", "Od Hugona."],
      ["jekyll", "en", "Jekyll", "By Jekyll."],
    ]);
    expect(tags.find(({ id }) => id === "dog-training")?.name).toEqual({ en: "Dog Training" });
  });

  test("takes links and sources as the portal has them, and leaves out what others call so", async () => {
    await folder.write({
      "articles/linked.md": post(
        `${whole}\nrelated: [blog/other]\nreviewed: { on: 2026-02-10, by: Ada }\nsources: see below`,
      ),
      "blog/other.md": post(whole),
    });
    const { isDone, lines } = await run();
    expect(lines).toEqual([
      "articles/linked.md:10: sources: left out: not as the portal has it",
      "2 imported, 0 unchanged, 0 refused.",
    ]);
    expect(isDone).toBe(true);
    const linked = (await stored()).entries.find(({ slug }) => slug === "linked");
    expect(linked?.related).toEqual(["blog/other"]);
    expect(linked?.details).toEqual({ reviewed: { on: "2026-02-10", by: "Ada" } });
  });

  test("takes authors of the portal's own format, once, and keeps others of the same name", async () => {
    const author = (name: string) => ({
      "authors/ada/entry.json": JSON.stringify({ name }),
      "authors/ada/en.md": post("credentials: Engineer", "Writes."),
    });
    await folder.write(author("Ada"));
    expect((await run()).lines).toEqual(["Authors: 1.", "0 imported, 0 unchanged, 0 refused."]);
    expect((await run()).isDone).toBe(true);
    await folder.write(author("Another Ada"));
    expect((await run()).lines[0]).toMatch(/refused: authors\/ada:1: it exists/);
    expect((await run("--replace")).isDone).toBe(true);
    await folder.write({ "authors/ada/en.md": post("title: Ada", "Writes.") });
    expect((await run("--replace")).lines[0]).toMatch(/authors\/ada\/en\.md: .*credentials/);
  });

  test("gives what is missing a default, named by file and line, and never publishes a part of the text", async () => {
    await folder.write({ "articles/bare.md": "# A heading\n\nFor members only.\n" });
    const { lines, isDone } = await run();
    expect(isDone).toBe(true);
    expect(lines).toEqual([
      expect.stringMatching(/^articles\/bare\.md:1: no tags: imported$/),
      "articles/bare.md:1: no motif: paw",
      "articles/bare.md:1: no date: imported unpublished",
      "articles/bare.md:1: no author: Ringside",
      "articles/bare.md:1: no summary: the title",
      "1 imported, 0 unchanged, 0 refused.",
    ]);
    const { entries, texts } = await stored();
    expect(entries[0]?.publishedAt).toBeNull();
    expect(texts[0]).toMatchObject({
      title: "A heading",
      summary: "A heading",
      body: "For members only.",
    });
  });

  test("names the kind that it chose where nothing names one", async () => {
    await folder.write({ "one.md": post(whole), "blog/two.md": post(whole) });
    const { lines } = await typeContent(portal, "import", folder.path);
    expect(lines).toEqual([
      "Kind: articles for 1, as neither folder, front matter nor --kind names one.",
      "2 imported, 0 unchanged, 0 refused.",
    ]);
    expect((await run()).lines).toEqual(["0 imported, 2 unchanged, 0 refused."]);
  });

  test.each([
    ["draft", ["true", '"true"', "yes", "YES", "1", '" True "', "maybe"]],
    ["published", ["false", '"false"', "no", "No", "0"]],
  ])("a draft is told by %s: %j", async (field, values) => {
    for (const [at, value] of values.entries()) {
      await folder.write({ [`e${at}.md`]: post(`${whole}\n${field}: ${value}`) });
    }
    const { lines } = await run();
    expect(lines).toContain("e1.md:8: a draft: imported unpublished");
    const { entries } = await stored();
    expect(entries.map(({ publishedAt }) => publishedAt)).toEqual(values.map(() => null));
  });

  test("a draft translation of a published entry is left out, one of a draft kept", async () => {
    await folder.write({
      "first.md": post(whole),
      "first.pl.md": post(`${whole}\ndraft: true`),
      "second.md": post(whole),
      "second.pl.md": post(`${whole}\npublished: "no"`),
      "third.md": post(`${whole}\ndraft: true`),
      "third.pl.md": post(`${whole}\ndraft: true`),
    });
    expect(await run()).toMatchObject({
      isDone: true,
      lines: [
        "first.pl.md:8: left out: a translation that is a draft",
        "second.pl.md:8: left out: a translation that is a draft",
        "third.md:8: a draft: imported unpublished",
        "3 imported, 0 unchanged, 0 refused.",
      ],
    });
    const { texts } = await stored();
    expect(texts.map(({ slug, language }) => `${slug}.${language}`)).toEqual([
      "first.en",
      "second.en",
      "third.en",
      "third.pl",
    ]);
  });

  test("a tag may have the name of a property of every object", async () => {
    await folder.write({
      "articles/one/entry.json": entryJson("2024-05-01T00:00:00Z", { tags: ["constructor"] }),
      "articles/one/en.md": markdown("One"),
      "tags.json": "{}",
    });
    const { lines } = await run();
    expect(lines).toEqual([
      'articles/one/entry.json:1: tags: "constructor" is not in tags.json',
      "1 imported, 0 unchanged, 0 refused.",
    ]);
    expect((await stored()).tags).toMatchObject([
      { id: "constructor", name: { en: "constructor" } },
    ]);
  });

  test("the rules of a kind hold: a recipe without ingredients is refused, a whole one imported", async () => {
    const more = "prepMinutes: 10\ncookMinutes: 20\nservings: 4";
    await folder.write({
      "recipes/good.md": post(
        `${whole}\n${more}\ningredients:\n  - { quantity: 250, unit: g, name: liver }`,
      ),
      "recipes/bad.md": post(`${whole}\n${more}`),
    });
    const { lines } = await run();
    expect(lines[0]).toMatch(/^refused: recipes\/bad\.md:1: ingredients: /);
    expect((await stored()).entries).toMatchObject([
      { kind: "recipes", slug: "good", details: { prepMinutes: 10, servings: 4 } },
    ]);
  });

  test("a taken slug is reported, and overwritten by --replace only", async () => {
    await folder.write(sampleContent);
    await syncFolder(portal.portal, folder.path);
    const other = await temporaryFolder();
    await other.write({ "articles/weave-entries.md": post(whole) });
    const before = await stored();
    expect(await typeContent(portal, "import", other.path)).toMatchObject({
      isDone: false,
      lines: [
        "refused: articles/weave-entries.md:1: articles/weave-entries exists (origin: folder); --replace overwrites it",
        "0 imported, 0 unchanged, 1 refused.",
      ],
    });
    expect(await stored()).toEqual(before);
    expect((await typeContent(portal, "import", other.path, "--replace")).isDone).toBe(true);
    const { texts } = await stored();
    expect(texts.filter(({ slug }) => slug === "weave-entries")).toMatchObject([
      { language: "en", title: "Whole" },
    ]);
    await other.remove();
  });

  test("synchronising a folder removes and changes nothing of an import", async () => {
    await folder.write({ "articles/weave-entries.md": post(whole), "mine.md": post(whole) });
    await run();
    const before = await stored();
    const content = await temporaryFolder();
    await content.write(sampleContent);
    const { skipped, written } = await syncFolder(portal.portal, content.path);
    expect(written).toBeGreaterThan(0);
    expect(skipped).toEqual(["tags.json: agility", "articles/weave-entries"]);
    await content.write({ blog: null, recipes: null });
    await syncFolder(portal.portal, content.path);
    const { entries } = await stored();
    expect(entries.filter(({ origin }) => origin === "import")).toEqual(before.entries);
    await content.remove();
  });

  test("repeated, it writes nothing, and keeps what was published meanwhile", async () => {
    await folder.write({ "one.md": post(whole), "two.md": post(`${whole}\ndraft: true`) });
    await run();
    await typeContent(portal, "publish", "articles", "two");
    const before = await stored();
    expect((await run()).lines.at(-1)).toBe("0 imported, 2 unchanged, 0 refused.");
    expect(await stored()).toEqual(before);
  });

  test("--dry-run prints the same report and writes nothing", async () => {
    await folder.write({ "one.md": post(whole, "<i>x</i>"), "two.md": "text", "bad.md": "a\0" });
    const dry = await run("--dry-run");
    const [written] = await portal.portal.database.select({ rows: count() }).from(contentEntries);
    expect(written).toEqual({ rows: 0 });
    expect((await stored()).tags).toEqual([]);
    expect(await run()).toEqual(dry);
  });

  // More than one statement could hold. `npm test` has fewer, in several batches.
  test(
    "thousands of bilingual entries exceed no limit of a statement",
    { timeout: 120_000 },
    async () => {
      const numbers = Array.from({ length: entryCount }, (_, at) => at);
      for (const at of numbers) {
        await folder.write({ [`e${at}.md`]: post(whole, "x"), [`e${at}.pl.md`]: post(whole, "x") });
      }
      expect((await run()).lines).toEqual([`${entryCount} imported, 0 unchanged, 0 refused.`]);
    },
  );

  test("a single entry in the portal's own format is an error, as its kind is unknown", async () => {
    await folder.write({
      "articles/one/entry.json": entryJson("2024-05-01T00:00:00Z"),
      "articles/one/en.md": markdown("One"),
      "articles/one/pl.md": markdown("Jeden"),
    });
    for (const path of ["articles/one", "articles/one/en.md"]) {
      await expect(typeContent(portal, "import", join(folder.path, path))).rejects.toThrow(
        `${path}: this is a single entry: name the folder that contains its kind's folder`,
      );
    }
    expect((await stored()).entries).toEqual([]);
  });

  test("a path without anything to import is an error", async () => {
    await expect(typeContent(portal, "import", join(folder.path, "none"))).rejects.toThrow(
      "there is no such file or folder",
    );
    await folder.write({ "note.txt": "x" });
    await expect(typeContent(portal, "import", join(folder.path, "note.txt"))).rejects.toThrow(
      "neither a folder, a Markdown file nor an export of Ghost",
    );
  });
});
