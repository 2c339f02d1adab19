import { expect, test } from "vitest";
import { addAuthor, listStudioAuthors } from "#shared/api/authors.ts";
import { addTag, listTags } from "#shared/api/tags.ts";
import { createContentPortal, syncFolder } from "#api/testing/content-portal.ts";
import { forFile } from "#api/testing/for-file.ts";

const portal = await forFile(createContentPortal());

const send = async (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) => {
  const answer = await portal.send(method, `/studio${path}`, "admin", body);
  return { status: answer.statusCode, body: answer.body === "" ? null : answer.json() };
};

const conflict = { status: 409, body: { code: "conflict" } };
const texts = { credentialsEn: "A judge.", credentialsPl: "", bodyEn: "Text.", bodyPl: "" };

/** Starts an article with these fields. Returns its path, and what reads it. */
async function write(title: string, fields: object) {
  const { body } = await send("POST", "/entries", { kind: "articles", title });
  const path = `/entries/articles/${body.slug}`;
  const read = async () => (await send("GET", path)).body;
  const { draft, revision } = await read();
  const metadata = { ...draft.metadata, tags: ["agility"], ...fields };
  const front = { title, summary: "S." };
  const written = { en: { front, body: "Text." } };
  const saved = await send("PUT", path, { revision, draft: { metadata, texts: written } });
  expect(saved).toMatchObject({ status: 200, body: { problems: [] } });
  return { path, read };
}

async function findTag(id: string) {
  const { items } = listTags.answer.parse((await send("GET", "/tags")).body);
  return items.find((tag) => tag.id === id);
}

test("a tag is added, renamed for readers, and deleted once no entry has it", async () => {
  const added = await send("POST", "/tags", { nameEn: "Żabki & co", namePl: "" });
  expect(added).toMatchObject({ status: 201, body: { id: "zabki-co", uses: 0 } });
  expect((await send("POST", "/tags", { nameEn: "Zabki co", namePl: "" })).status).toBe(409);
  const renamed = { nameEn: "Agility and more", namePl: "Zwinność", revision: 1 };
  expect(await send("PUT", "/tags/agility", renamed)).toMatchObject({ body: { revision: 2 } });
  const teaser = (await portal.get("/content/articles/weave-entries/teaser")).json();
  expect(teaser.tags).toContainEqual({ id: "agility", name: "Agility and more" });
  const report = await syncFolder(portal.portal, portal.portal.config.contentDir ?? "");
  expect(report.skipped).toContain("tags.json: agility");
  expect((await send("DELETE", "/tags/agility")).status).toBe(409);
  expect((await send("DELETE", "/tags/zabki-co")).status).toBe(204);
});

test("half of a character is stored as a sign that says so", async () => {
  const added = await send("POST", "/tags", { nameEn: "Half \ud83d", namePl: "" });
  expect(added).toMatchObject({ status: 201, body: { nameEn: "Half \ufffd" } });
});

test("of two admins who rename a tag the second is told, and may save what is there already", async () => {
  const added = await send("POST", "/tags", { nameEn: "Obedience", namePl: "" });
  const { id, revision } = addTag.answer.parse(added.body);
  const rename = (nameEn: string) => send("PUT", `/tags/${id}`, { nameEn, namePl: "", revision });
  expect(await rename("Rally obedience")).toMatchObject({ status: 200 });
  expect(await rename("Heelwork")).toMatchObject(conflict);
  expect(await rename("Rally obedience")).toMatchObject({ status: 200 });
  expect(await findTag(id)).toMatchObject({ nameEn: "Rally obedience" });
});

test("an author is added, and another name is written into the entries", async () => {
  const added = await send("POST", "/authors", { name: "Marta Wolska", ...texts });
  expect(added).toMatchObject({ status: 201, body: { revision: 1 } });
  expect(added.body.entries).toBeGreaterThan(3);
  await send("PUT", "/authors/marta-wolska", { name: "Marta Nowak", ...texts, revision: 1 });
  const teaser = (await portal.get("/content/articles/weave-entries/teaser")).json();
  expect(teaser.author).toBe("Marta Nowak");
  const page = (await portal.get("/authors/marta-wolska")).json();
  expect(page).toMatchObject({ name: "Marta Nowak" });
  expect((await send("DELETE", "/authors/marta-wolska")).status).toBe(204);
});

test("a tag that only a working copy has is counted, and not deleted", async () => {
  await send("POST", "/tags", { nameEn: "Of a draft", namePl: "" });
  const { read } = await write("With its own tag", { tags: ["of-a-draft"] });
  expect(await findTag("of-a-draft")).toMatchObject({ uses: 1 });
  expect(await send("DELETE", "/tags/of-a-draft")).toMatchObject(conflict);
  expect((await read()).problems).toEqual([]);
});

test("another name of an author is written into working copies too, and a window that was opened before is told", async () => {
  await send("POST", "/authors", { name: "Jan Old", ...texts });
  const { path, read } = await write("While it is written", { author: "Jan Old" });
  const { draft, revision } = await read();
  const renamed = { name: "Jan New", ...texts, revision: 1 };
  expect(await send("PUT", "/authors/jan-old", renamed)).toMatchObject({ body: { entries: 1 } });
  expect((await read()).draft.metadata.author).toBe("Jan New");
  const changed = {
    ...draft,
    texts: { en: { front: draft.texts.en?.front ?? {}, body: "More." } },
  };
  expect(await send("PUT", path, { draft: changed, revision })).toMatchObject(conflict);
});

test("of two admins who change an author the second is told", async () => {
  const added = await send("POST", "/authors", { name: "Ida Novak", ...texts });
  const { slug, revision } = addAuthor.answer.parse(added.body);
  const change = (bodyEn: string) =>
    send("PUT", `/authors/${slug}`, { name: "Ida Novak", ...texts, bodyEn, revision });
  expect(await change("Of the first.")).toMatchObject({ status: 200 });
  expect(await change("Of the second.")).toMatchObject(conflict);
  const { items } = listStudioAuthors.answer.parse((await send("GET", "/authors")).body);
  expect(items.find((author) => author.slug === slug)).toMatchObject({ bodyEn: "Of the first." });
});
