import { beforeEach, describe, expect, test } from "vitest";
import { getUnpublished, listUnpublished } from "#shared/api/review.ts";
import { and, eq } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import { people, type Person } from "#api/testing/people.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { libraryData } from "./owned-data.ts";
import { contentEntries, contentTexts, readyMarks } from "./schema.ts";
import { setReady } from "./review.ts";

const draft = entryJson("2026-02-01T07:00:00Z").replace('"2026-02-01T07:00:00Z"', "null");
const portal = await forFile(
  createContentPortal({
    ...sampleContent,
    "articles/a-draft/entry.json": draft,
    "articles/a-draft/en.md": markdown("A draft", "Half of it."),
    "articles/a-draft/pl.md": markdown("Szkic", "Połowa."),
    "blog/b-draft/entry.json": draft,
    "blog/b-draft/en.md": markdown("B draft"),
  }),
);
beforeEach(async () => void (await portal.portal.database.delete(readyMarks)));

const path = "/review/entries/articles/a-draft";
const send = async (method: "PUT" | "DELETE", as: Person, body?: object, url = `${path}/ready`) => {
  const answer = await portal.send(method, url, as, body);
  return { status: answer.statusCode, body: answer.body === "" ? null : answer.json() };
};
const read = async (as: Person = "reviewer", language = "en") =>
  getUnpublished.answer.parse((await portal.get(path, as, { "accept-language": language })).json());
const list = async (query = "", language = "en") =>
  listUnpublished.answer.parse(
    (
      await portal.get(`/review/entries${query}`, "reviewer", { "accept-language": language })
    ).json(),
  );
const mark = async (as: Person = "reviewer") =>
  send("PUT", as, { version: (await read()).version });
const draftText = (language: "en" | "pl") =>
  and(eq(contentTexts.slug, "a-draft"), eq(contentTexts.language, language));

describe("the list of what is not published", () => {
  test("has the scheduled entries by their time, then the drafts, in the caller's language", async () => {
    const { items } = await list("", "pl");
    expect(
      items.map(({ kind, title, language, status, publishedAt }) => [
        `${kind}: ${title}`,
        language,
        status,
        publishedAt,
      ]),
    ).toEqual([
      ["articles: Of tomorrow", "en", "scheduled", "2026-03-02T07:00:00.000Z"],
      ["videos: Of tomorrow", "en", "scheduled", "2026-03-02T07:00:00.000Z"],
      ["articles: Szkic", "pl", "draft", null],
      ["blog: B draft", "en", "draft", null],
    ]);
  });

  test("comes in pages without gaps or repetitions", async () => {
    const { items: all } = await list();
    const paged: typeof all = [];
    let cursor: string | null = null;
    do {
      const page = await list(`?limit=1${cursor === null ? "" : `&cursor=${cursor}`}`);
      paged.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
    expect((await portal.get("/review/entries?cursor=x", "reviewer")).statusCode).toBe(400);
  });
});

describe("one of these entries", () => {
  test("is read in the caller's language, without a time of publication in its text", async () => {
    const { entry, ...state } = await read("reviewer", "pl");
    expect(state).toMatchObject({ status: "draft", publishedAt: null, ready: null });
    expect(entry).toMatchObject({ title: "Szkic", language: "pl", body: "Połowa." });
    expect(entry).not.toHaveProperty("publishedAt");
  });

  test("is not found by a reviewer once it is published", async () => {
    for (const known of ["articles/weave-entries", "articles/unheard-of"]) {
      const answer = await portal.get(`/review/entries/${known}`, "reviewer");
      expect([known, answer.statusCode]).toEqual([known, 404]);
      const url = `/review/entries/${known}/ready`;
      expect((await send("PUT", "reviewer", { version: "x" }, url)).status).toBe(404);
      expect((await send("DELETE", "reviewer", undefined, url)).status).toBe(404);
    }
  });
});

describe("the ready mark", () => {
  test.each(["reviewer", "admin"] as const)("is set and taken back by a %s", async (person) => {
    const answer = await mark(person);
    const ready = { by: person, at: portal.portal.now().toISOString() };
    expect(answer).toEqual({ status: 200, body: { ready } });
    expect((await read()).ready).toEqual(ready);
    expect((await list()).items.map((item) => [item.slug, item.ready])).toContainEqual([
      "a-draft",
      ready,
    ]);
    expect((await send("DELETE", person)).status).toBe(204);
    expect((await read()).ready).toBeNull();
    expect((await send("DELETE", person)).status).toBe(204);
  });

  test.each(people.filter((person) => person !== "reviewer" && person !== "admin"))(
    "is out of reach for a %s",
    async (person) => {
      const { version } = await read();
      await mark();
      const refused = ["visitor", "dead session"].includes(person) ? 401 : 403;
      expect((await send("PUT", person, { version })).status).toBe(refused);
      expect((await send("DELETE", person)).status).toBe(refused);
      expect((await read()).ready).toMatchObject({ by: "reviewer" });
    },
  );

  test.each([
    ["text", { body: "All of it." }],
    ["title", { title: "Another draft" }],
  ])("is dropped when the %s changes, in whichever language", async (_, change) => {
    const { database } = portal.portal;
    for (const language of ["en", "pl"] as const) {
      await mark();
      const before = await read();
      const [old] = await database.select().from(contentTexts).where(draftText(language));
      await database.update(contentTexts).set(change).where(draftText(language));
      const after = await read();
      expect([before.ready === null, after.ready]).toEqual([false, null]);
      expect((await list()).items.every(({ ready }) => ready === null)).toBe(true);
      // Whoever still has the old text on screen does not mark the new one.
      expect(await send("PUT", "reviewer", { version: before.version })).toMatchObject({
        status: 409,
        body: { code: "conflict" },
      });
      await database
        .update(contentTexts)
        .set({ body: old?.body ?? "", title: old?.title ?? "" })
        .where(draftText(language));
    }
  });

  test("stays when only the time of publication changes", async () => {
    const setTime = (publishedAt: Date | null) =>
      portal.portal.database
        .update(contentEntries)
        .set({ publishedAt })
        .where(eq(contentEntries.slug, "a-draft"));
    await mark();
    await setTime(new Date("2026-04-01T07:00:00Z"));
    expect(await read()).toMatchObject({ status: "scheduled", ready: { by: "reviewer" } });
    await setTime(null);
  });

  test("is exported with the account that set it, and outlives it", async () => {
    const { database } = portal.portal;
    const user = { name: "Ewa", email: "ewa@example.com", password: "a long enough password" };
    const userId = await createUser(portal.portal, { ...user, roles: ["ROLE_REVIEWER"] });
    const { version } = await read();
    const markedAt = portal.portal.now();
    await setReady(database, { kind: "articles", slug: "a-draft", version, userId, markedAt });
    expect((await read()).ready).toMatchObject({ by: "Ewa" });
    const { readyMarks: exported } = await libraryData.exportData(database, {
      id: userId,
      email: user.email,
    });
    expect(exported).toEqual([{ kind: "articles", slug: "a-draft", markedAt }]);
    await database.delete(users).where(eq(users.id, userId));
    expect((await read()).ready).toEqual({ by: null, at: markedAt.toISOString() });
  });
});
