import { beforeEach, expect, test } from "vitest";
import { contentEntries, contentTexts } from "#api/modules/library/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
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

const front = "date: 2024-05-01\ntags: [a]\nsummary: S.\nauthor: Ada\nmotif: jump";
const post = (body: string, more = "title: T") => `---\n${more}\n${front}\n---\n\n${body}\n`;

async function bodyOf(slug: string): Promise<string> {
  const texts = await portal.portal.database.select().from(contentTexts);
  return texts.find((text) => text.slug === slug)?.body ?? "";
}

/** What authors write in a text at posts/first.md, and where it leads. */
const leading: [written: string, led: string][] = [
  ["[a](second.md)", "[a](/blog/second)"],
  ["[a](./second.md#part)", "[a](/blog/second#part)"],
  ["[a](../recipes/liver%20cubes.md)", "[a](/recipes/liver-cubes)"],
  ["[a](<../recipes/liver cubes.md>)", "[a](/recipes/liver-cubes)"],
  ["[a](../second/)", "[a](/blog/second)"],
  ["[a](/posts/second/)", "[a](/blog/second)"],
  ["[a](/2023/01/02/third.html)", "[a](/blog/third)"],
  ['[**a** b](/old-address/ "A title")', '[**a** b](/blog/second "A title")'],
  ["[a](https://www.old.example/posts/second/?x=1#part)", "[a](/blog/second#part)"],
  ["<https://old.example/second>", "[https://old.example/second](/blog/second)"],
  ["[a]({% post_url 2023-01-02-third %})", "[a](/blog/third)"],
  ["[a]({{ site.baseurl }}{% link _posts/2023-01-02-third.md %})", "[a](/blog/third)"],
  ['[a]({{< ref "second.md#part" >}})', "[a](/blog/second#part)"],
  ['[a]({{< relref "/posts/second" >}})', "[a](/blog/second)"],
  ["[a]({{ '/posts/second/' | url }})", "[a](/blog/second)"],
  ["[a][s]\n\n[s]: second.md", "[a][s]\n\n[s]: /blog/second"],
  ['<a href="second.md">a</a>', "[a](/blog/second)"],
  ["[a](second.md#own-id)", "[a](/blog/second#other-part)"],
  ["[a](#Part)\n\n## Part", "[a](#Part)\n\n## Part"],
  ["[a](#own)\n\n## A part {#own}", "[a](#a-part)\n\n## A part"],
  ["[a](#own)\n\n## A part\n{: #own .wide}", "[a](#a-part)\n\n## A part"],
  ['[a](#own)\n\n<a name="own"></a>\n\n## A part', "[a](#a-part)\n\n## A part"],
  ['[a](#own)\n\n<h2 id="own">A part</h2>', "[a](#a-part)\n\n## A part"],
  ["[a](#/portal/signup)", "[a](/memberships)"],
  ["[a](https://old.example/#/portal/account/plans)", "[a](/memberships)"],
  ["[a](/#/portal/signin)", "[a](/login)"],
  ['<a data-portal="account">a</a>', "[a](/membership)"],
  ["[a](https://other.example/second)", "[a](https://other.example/second)"],
  ["`[a](second.md)`", "`[a](second.md)`"],
];

const others = {
  "_config.yml": "title: Old\nurl: https://old.example\n",
  "posts/second.md": post(
    "Second.\n\n## Part\n\n## Other part {#own-id}",
    "title: Second\naliases: [/old-address/]",
  ),
  "_posts/2023-01-02-third.md": post("Third.", "title: Third"),
  "posts/żółw.md": post("Turtle.", "title: Turtle"),
  "recipes/liver cubes.md": post(
    "Cubes.",
    "title: Cubes\nprepMinutes: 10\ncookMinutes: 20\nservings: 4\ningredients: [{ quantity: 250, unit: g, name: liver }]",
  ),
};

test("links between imported texts lead to their entries, however they are written", async () => {
  await folder.write(others);
  for (const [at, [written]] of leading.entries()) {
    await folder.write({ [`posts/e${at}.md`]: post(written) });
  }
  const { isDone } = await typeContent(portal, "import", folder.path, "--kind", "blog");
  expect(isDone).toBe(true);
  const led: [string, string][] = [];
  for (const [at, [written]] of leading.entries()) led.push([written, await bodyOf(`e${at}`)]);
  expect(led).toEqual(leading);
});

test("in a portal without English, links lead to the address that the text in its first language gives", async () => {
  await folder.write({
    "posts/first.pl.md": post("[a](turns.pl.md) [b](turns.pl.md#own)"),
    "posts/turns.en.md": post("## A part {#own}", "title: Turns\nslug: turns"),
    "posts/turns.pl.md": post("## Zwrot {#own}", "title: Zwroty\nslug: zwroty"),
  });
  const { brand } = portal.portal;
  portal.portal.brand = { ...brand, languages: ["pl"] };
  const { lines } = await typeContent(portal, "import", folder.path, "--kind", "blog");
  portal.portal.brand = brand;
  expect(lines.filter((line) => line.includes("link to"))).toEqual([]);
  expect(await bodyOf("first")).toBe("[a](/blog/zwroty) [b](/blog/zwroty#zwrot)");
});

test("links to what is not imported are named", async () => {
  await folder.write({
    ...others,
    "posts/bad.md": post("Bad.").replace("date: 2024-05-01", "date: someday"),
    "posts/first.md": post(
      "[a](none.md) [b](/about/) [c](../files/plan.pdf) [d](/tags/second/) [e](bad.md) [f](/) [g](second.md#none) [h](#none) [i](#) [j](#top) [k](#/portal/support)",
    ),
  });
  const { lines } = await typeContent(portal, "import", folder.path, "--kind", "blog");
  expect(lines.filter((line) => line.includes("link to"))).toEqual([
    "posts/first.md:10: link to #none: no heading of the text has this id",
    ...["none.md", "/about/", "../files/plan.pdf", "/tags/second/"].map(
      (address) => `posts/first.md:10: link to ${address}: nothing in this import has this address`,
    ),
    "posts/first.md:10: link to second.md#none: no heading of blog/second has this id",
    "posts/first.md:10: link to #/portal/support: the portal has no such page",
    "posts/first.md:10: link to blog/bad: it was not imported",
  ]);
});

test("a folder with an export of Ghost is recognised, with its public posts as free ones, others by name", async () => {
  const one = { title: "T", status: "published", html: "<p>A text.</p>" };
  const dated = { ...one, published_at: "2024-05-01T00:00:00Z" };
  const posts = [
    { ...dated, id: 1, slug: "open", visibility: "public" },
    { ...dated, id: 2, slug: "closed", visibility: "members" },
    { ...one, id: 3, slug: "undated", visibility: "paid" },
  ];
  const file = JSON.stringify({ db: [{ data: { posts } }] });
  await folder.write({ "data/blog.ghost.json": file, "data/settings.json": "{}" });
  const { lines } = await typeContent(portal, "import", folder.path, "--kind", "blog");
  expect(lines).toContain("blog.ghost.json: open: visibility: public: free for everybody");
  expect(lines).toContain("blog.ghost.json: undated: no date: imported unpublished");
  expect(lines.at(-1)).toBe("3 imported, 0 unchanged, 0 refused.");
  const entries = await portal.portal.database.select().from(contentEntries);
  expect(
    entries
      .map(({ slug, details, publishedAt }) => [slug, details.free ?? false, publishedAt !== null])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ["closed", false, true],
    ["open", true, true],
    ["undated", false, false],
  ]);
  await folder.write({ "other.json": file });
  await expect(typeContent(portal, "import", folder.path)).rejects.toThrow("several exports");
});

test("links of Ghost lead to entries, and to its own address by --site; files are named", async () => {
  const one = { title: "T", status: "published", published_at: "2024-05-01T00:00:00Z" };
  const html = `<p><a href="__GHOST_URL__/other/#part">a</a> <a href="/other/">b</a> <a href="https://old.example/other/">c</a> <a href="__GHOST_URL__/content/files/plan.pdf">d</a> <a href="#/portal/signup">e</a> <a href="__GHOST_URL__/#/portal/">f</a></p>`;
  const posts = [
    { ...one, id: 1, slug: "first", html },
    { ...one, id: 2, slug: "other", html: '<h2 id="part">A part</h2>' },
  ];
  await folder.write({ "ghost.json": JSON.stringify({ db: [{ data: { posts } }] }) });
  const site = ["--site", "https://old.example"];
  const file = `${folder.path}/ghost.json`;
  const { lines } = await typeContent(portal, "import", file, "--kind", "blog", ...site);
  expect(await bodyOf("first")).toBe(
    "[a](/blog/other#a-part) [b](/blog/other) [c](/blog/other) [d](/content/files/plan.pdf) [e](/memberships) [f](/memberships)",
  );
  expect(lines.filter((line) => line.includes("link to"))).toEqual([
    "ghost.json: first: link to /content/files/plan.pdf: nothing in this import has this address",
  ]);
});
