import { describe, expect, test } from "vitest";
import { getAuthor, listAuthorEntries } from "#shared/api/authors.ts";
import { getContent } from "#shared/api/library.ts";
import { createContentPortal, syncFolder } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";
import { sampleContent } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";

const author = (credentials: string, body: string) =>
  `---\ncredentials: ${credentials}\n---\n\n${body}\n`;

const content = {
  ...sampleContent,
  "authors/marta-wolska/entry.json": JSON.stringify({ name: "Marta Wolska" }),
  "authors/marta-wolska/en.md": author("Judge since 2008", "Runs **fast** dogs."),
  "authors/marta-wolska/pl.md": author("Sędzia od 2008", "Biega z szybkimi psami."),
  "authors/nobody/entry.json": JSON.stringify({ name: "Nobody Yet" }),
  "authors/nobody/en.md": author("None", "Begins tomorrow."),
};

const testPortal = await forFile(createContentPortal(content));

const polish = { "accept-language": "pl" };
const entries = async (slug: string, query = "") =>
  listAuthorEntries.answer.parse((await testPortal.get(`/authors/${slug}/entries${query}`)).json());

describe("an author", () => {
  test("is seen by anybody, in the language of the request, else in English", async () => {
    const read = async (slug: string) =>
      getAuthor.answer.parse((await testPortal.get(`/authors/${slug}`, "visitor", polish)).json());
    expect(await read("marta-wolska")).toEqual({
      slug: "marta-wolska",
      name: "Marta Wolska",
      credentials: "Sędzia od 2008",
      body: "Biega z szybkimi psami.",
      languages: ["en", "pl"],
      language: "pl",
    });
    expect(await read("nobody")).toMatchObject({ credentials: "None", language: "en" });
  });

  test("that does not exist is not found, with entries neither", async () => {
    for (const path of ["/authors/gone", "/authors/gone/entries"]) {
      expect((await testPortal.get(path)).statusCode).toBe(404);
    }
  });

  test("is linked by the slug in the entries", async () => {
    const entry = getContent.answer.parse(
      (await testPortal.get("/content/articles/weave-entries", "member")).json(),
    );
    expect(entry.authorSlug).toBe("marta-wolska");
  });
});

describe("the entries of an author", () => {
  test("are published ones of all kinds, newest first, page by page without a gap", async () => {
    const all = (await entries("marta-wolska", "?limit=50")).items;
    const times = all.map(({ publishedAt }) => publishedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(all.map(({ slug }) => slug)).not.toContain("of-tomorrow");
    expect(new Set(all.map(({ kind }) => kind)).size).toBe(5);
    const paged = [];
    for (let cursor = ""; ;) {
      const page = await entries("marta-wolska", `?limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    expect((await entries("nobody")).items).toEqual([]);
  });

  test("are teasers: nothing of a body is in any answer", async () => {
    const { body } = await testPortal.get("/authors/marta-wolska/entries?limit=50");
    expect(body).not.toMatch(/xylophone|beef liver|quokka|"body"|"media"|signature=/);
  });

  test("refuse what is no cursor", async () => {
    expect((await testPortal.get("/authors/marta-wolska/entries?cursor=x")).statusCode).toBe(400);
  });
});

test("authors of the folder are changed and removed with it, and wrong ones are named", async () => {
  const folder = await temporaryFolder();
  await folder.write({
    "tags.json": "{}",
    "authors/ada/entry.json": JSON.stringify({ name: "Ada" }),
    "authors/ada/en.md": author("Engineer", "Writes."),
  });
  const portal = await createContentPortal({ "tags.json": "{}" });
  expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ written: 1 });
  expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ written: 0, unchanged: 1 });
  await folder.write({ "authors/ada/en.md": "---\ntitle: no\n---\n\nWrites.\n" });
  await expect(syncFolder(portal.portal, folder.path)).rejects.toThrow(
    /authors\/ada\/en\.md: .*credentials/,
  );
  await folder.remove();
  await folder.write({ "tags.json": "{}" });
  expect(await syncFolder(portal.portal, folder.path)).toMatchObject({ removed: 1 });
  expect((await portal.get("/authors/ada")).statusCode).toBe(404);
  await folder.remove();
  await portal.close();
});
