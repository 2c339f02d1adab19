import { beforeEach, expect, test } from "vitest";
import { redirects } from "#api/modules/redirects/schema.ts";
import { contentEntries } from "#api/modules/library/schema.ts";
import { forFile } from "#api/testing/for-file.ts";
import { typeContent } from "#api/testing/content-commands.ts";
import { temporaryFolder, type TemporaryFolder } from "#api/testing/temporary-folder.ts";
import { createTestPortal } from "#api/testing/test-portal.ts";

let folder: TemporaryFolder;
const portal = await forFile(createTestPortal());
const { database } = portal.portal;
beforeEach(async () => {
  await database.delete(contentEntries);
  await database.delete(redirects);
  folder = await temporaryFolder();
  return () => folder.remove();
});

const post = (more = "", date = "date: 2024-05-01\n") =>
  `---\ntitle: T\n${date}${more}tags: [a]\nsummary: S.\nauthor: Ada\nmotif: jump\n---\n\nText.\n`;

const run = (...args: string[]) => typeContent(portal, ...args);

/** Returns the former addresses with where they lead. */
async function led(): Promise<Record<string, string>> {
  const rows = await database.select().from(redirects);
  return Object.fromEntries(
    rows.map(({ path, target }) => [path, target.replace("/preview/", "")]),
  );
}

test("posts of Ghost are redirected from their addresses, but for drafts and the portal's own pages", async () => {
  const one = { title: "T", status: "published", html: "<p>A text.</p>" };
  const dated = { ...one, published_at: "2024-05-01T00:00:00Z" };
  const posts = [
    { ...dated, id: 1, slug: "first-turns" },
    { ...dated, id: 2, slug: "żółw" },
    { ...dated, id: 3, slug: "about" },
    { ...one, id: 4, slug: "draft", status: "draft" },
  ];
  await folder.write({ "export.json": JSON.stringify({ db: [{ data: { posts } }] }) });
  const { lines } = await run("import", `${folder.path}/export.json`);
  expect(await led()).toEqual({
    "/first-turns": "articles/first-turns",
    "/żółw": "articles/zolw",
  });
  expect(lines).toContain(
    "export.json: about: /about/: not redirected: the portal has this address itself",
  );
  expect(lines).toContain("Addresses of the former site that lead to them: 2.");
});

test("texts of Jekyll are redirected from the addresses that its settings and their front matter give them", async () => {
  await folder.write({
    "_config.yml": "title: Old\npermalink: /:categories/:year/:title/\n",
    "_posts/2023-01-02-first.md": post("categories: Agility\n", ""),
    "_posts/2023-01-02-second.md": post(
      "permalink: /own/:month.html\nredirect_from: [/was/]\n",
      "",
    ),
  });
  await run("import", folder.path, "--kind", "blog");
  expect(await led()).toEqual({
    "/agility/2023/first": "blog/first",
    "/own/01": "blog/second",
    "/own/01.html": "blog/second",
    "/was": "blog/second",
  });
});

test("texts of Jekyll without such a setting are redirected from its usual addresses", async () => {
  await folder.write({ "_posts/2023-01-02-first.md": post("", "") });
  await run("import", folder.path);
  expect(await led()).toEqual({
    "/2023/01/02/first": "articles/first",
    "/2023/01/02/first.html": "articles/first",
  });
});

test("texts of Hugo are redirected from url, aliases, and the addresses of their places", async () => {
  await folder.write({
    "hugo.toml": 'baseURL = "https://old.example"\n[permalinks]\n  notes = "/:year/:slug/"\n',
    "content/posts/First Steps.md": post("aliases: [/old-address, relative]\n"),
    "content/posts/second/index.md": post("slug: other\n"),
    "content/posts/third.md": post("url: /third-address/\n"),
    "content/notes/fourth.md": post(),
    "content/blog/same.md": post(), // it has this address here as well
  });
  await run("import", folder.path);
  expect(await led()).toEqual({
    "/2024/fourth": "articles/fourth",
    "/old-address": "articles/first-steps",
    "/posts/first-steps": "articles/first-steps",
    "/posts/other": "articles/other",
    "/third-address": "articles/third",
  });
});

test.each([
  ["hugo.toml", "# [permalinks] of 2019\n[permalinks.page]\n'notes' = '/n/:slug/' # short\n"],
  ["config.yaml", 'permalinks: { page: { notes: "/n/:slug/" } } # short\n'],
  ["config.yml", "permalinks:\n  # short\n\n  notes: >-\n    /n/:slug/\n"],
])("settings of Hugo are read as their language has them: %s", async (name, text) => {
  await folder.write({ [name]: text, "content/notes/fifth.md": post() });
  await run("import", folder.path);
  expect(await led()).toEqual({ "/n/fifth": "articles/fifth" });
});

test("settings that cannot be read keep no text from being imported", async () => {
  await folder.write({
    "_config.yml": "permalink: [/a\n",
    "_posts/2023-01-02-first.md": post("", ""),
  });
  await run("import", folder.path);
  expect(Object.keys(await led())).toContain("/2023/01/02/first");
});

test("a repeated import brings the addresses again, leaves an admin's alone, and taking it back removes them", async () => {
  await folder.write({
    "blog/first.md": post("aliases: [/old, /mine]\n"),
    "blog/second.md": post("aliases: /second-old\n"),
  });
  const mine = { path: "/mine", target: "/about", origin: "admin" as const };
  await database.insert(redirects).values(mine);
  await run("import", folder.path);
  const all = { "/mine": "/about", "/old": "blog/first", "/second-old": "blog/second" };
  expect(await led()).toEqual(all);
  await database.delete(redirects);
  await database.insert(redirects).values(mine);
  const { lines } = await run("import", folder.path);
  expect(lines.at(-1)).toBe("0 imported, 2 unchanged, 0 refused.");
  expect(await led()).toEqual(all);
  const id = (await run("imports")).lines[1]?.split(" ")[0] ?? "";
  await run("take-back", id);
  expect(await led()).toEqual({ "/mine": "/about" });
});
