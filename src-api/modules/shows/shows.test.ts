import { beforeEach, describe, expect, test } from "vitest";
import { showLimits } from "#shared/api/show-day.ts";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { sql } from "#api/infra/database/drizzle.ts";
import { forFile } from "#api/testing/for-file.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import type { Person } from "#api/testing/people.ts";
import { entryJson, markdown, sampleContent } from "#api/testing/sample-content.ts";
import { shows } from "./schema.ts";

const items = (word: string) =>
  [
    "showDay:",
    `  - { daysBefore: 7, part: food, text: ${word} seven }`,
    `  - { daysBefore: 0, part: warm-up, text: ${word} first, minutesBefore: 30 }`,
    `  - { daysBefore: 0, part: warm-up, text: ${word} second, classes: [large] }\n`,
  ].join("\n");

const content = {
  ...sampleContent,
  "articles/warm-up/entry.json": entryJson("2026-02-01T07:00:00Z"),
  "articles/warm-up/en.md": markdown("Warm-up", "Some text.", items("English")),
  "articles/warm-up/pl.md": markdown("Rozgrzewka", "Tekst.", items("Polski")),
  "blog/packing/entry.json": entryJson("2026-02-01T07:00:00Z"),
  "blog/packing/en.md": markdown("Packing", "Some text.", items("Untranslated")),
  "articles/later/entry.json": entryJson("2026-03-05T07:00:00Z"),
  "articles/later/en.md": markdown("Later", "Some text.", items("Unpublished")),
};

const portal = await forFile(createContentPortal(content));
beforeEach(async () => void (await portal.portal.database.delete(shows)));

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = async (method: Method, path: string, payload?: object, as: Person = "member") => {
  const answer = await portal.send(method, path, as, payload);
  return { status: answer.statusCode, body: answer.body && answer.json() };
};

// The portal's clock shows 2026-03-01, 16:00 UTC.
const now = "2026-03-01T16:00:00.000Z";
const today = "2026-03-01";
const cup = {
  today,
  name: "Spring Cup",
  on: "2026-03-13",
  startsAt: "09:30",
  isHot: false,
  dogId: null,
  heightClass: "medium",
};
const add = (changes: object = {}, as: Person = "member") =>
  send("POST", "/shows", { ...cup, ...changes }, as);
type Key = { kind: string; slug: string };
const list = async (language = "en") =>
  (await portal.get("/shows", "member", { "accept-language": language })).json();
const addDog = async (as: Person = "member") => {
  const dog = { name: "Luna", bornOn: null, discipline: null, weightKg: null, weighedOn: null };
  const height = { heightCm: 38, measuredOn: "2026-02-01" };
  return (await send("POST", "/dogs", { ...dog, ...height }, as)).body;
};

describe("the items of countdowns", () => {
  test("come from published entries in the member's language, else in English", async () => {
    const { items: english } = await list();
    expect(english.map(({ id, text }: { id: string; text: string }) => [id, text])).toEqual([
      ["articles/warm-up/7-food", "English seven"],
      ["articles/warm-up/0-warm-up", "English first"],
      ["articles/warm-up/0-warm-up-2", "English second"],
      ["blog/packing/7-food", "Untranslated seven"],
      ["blog/packing/0-warm-up", "Untranslated first"],
      ["blog/packing/0-warm-up-2", "Untranslated second"],
    ]);
    const { items: polish } = await list("pl");
    expect(polish[1]).toEqual({
      id: "articles/warm-up/0-warm-up",
      kind: "articles",
      slug: "warm-up",
      title: "Rozgrzewka",
      language: "pl",
      daysBefore: 0,
      part: "warm-up",
      text: "Polski first",
      minutesBefore: 30,
    });
    expect(polish[3]).toMatchObject({ language: "en", title: "Packing" });
    expect(polish.map(({ id }: { id: string }) => id)).toEqual(
      english.map(({ id }: { id: string }) => id),
    );
  });

  test("are those of a fair share of each kind, and what is left out is counted", async () => {
    const { database } = portal.portal;
    await database.execute(sql`insert into content_entries (kind, slug, published_at, author, tags, motif, details, origin)
      select 'articles', 'many-' || i, '2026-01-01'::timestamptz + i * interval '1 minute', 'Ada', '{agility}', 'jump', '{}', 'portal' from generate_series(1, 250) as i`);
    await database.execute(sql`insert into content_texts (kind, slug, language, title, summary, body, words, details)
      select 'articles', 'many-' || i, 'en', 'T', 'S', 'B', 1, '{"showDay": [{"daysBefore": 1, "part": "food", "text": "Bowl"}]}' from generate_series(1, 250) as i`);
    const { items: found, leftOut } = await list();
    const entries = new Set(found.map(({ kind, slug }: Key) => `${kind}/${slug}`));
    expect([entries.size, leftOut]).toEqual([200, 52]);
    expect([entries.has("blog/packing"), entries.has("articles/warm-up")]).toEqual([true, true]);
    expect([entries.has("articles/many-250"), entries.has("articles/many-1")]).toEqual([
      true,
      false,
    ]);
    await database.execute(sql`delete from content_entries where slug like 'many-%'`);
    expect((await list()).leftOut).toBe(0);
  });

  test("are neither in the answer of their entry nor found by a search", async () => {
    const entry = await portal.get("/content/articles/warm-up", "member");
    expect(entry.json().title).toBe("Warm-up");
    expect(entry.body).not.toContain("English seven");
    const search = (q: string) => portal.get(`/content/search?q=${q}`, "member");
    expect((await search("untranslated")).json().items).toEqual([]);
    expect((await search("warm-up")).json().items).not.toEqual([]);
  });
});

describe("a show", () => {
  test("is kept with a class, the earliest first", async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    const { today: _, dogId: __, ...fields } = cup;
    const stored = { ...fields, id: body.id, dog: null, plannedOn: today, ticks: [] };
    expect(body).toEqual(stored);
    const { body: earlier } = await add({ name: "Club run", on: "2026-03-02", startsAt: null });
    expect((await list()).shows).toEqual([earlier, stored]);
  });

  test("takes the class of its dog, which follows the dog's height", async () => {
    const dog = await addDog();
    const { body } = await add({ dogId: dog.id, heightClass: null });
    expect(body).toMatchObject({ dog: { id: dog.id, name: "Luna" }, heightClass: "medium" });
    await send("POST", `/dogs/${dog.id}/heights`, { heightCm: 44, measuredOn: "2026-02-20" });
    expect((await list()).shows[0]).toMatchObject({ heightClass: "intermediate" });
    await send("DELETE", `/dogs/${dog.id}`);
    expect((await list()).shows).toEqual([]);
  });

  test.each([
    ["two years ahead", { on: "2028-03-01" }],
    ["over everywhere", { on: "2026-02-27" }],
    ["with a day that does not exist", { on: "2026-02-30" }],
    ["with neither dog nor class", { heightClass: null }],
    ["with a dog and a class", { dogId: "00000000-0000-4000-8000-000000000000" }],
    ["without a name", { name: "  " }],
    ["at 24:00", { startsAt: "24:00" }],
    ["entered on a day that is nowhere today", { today: "2026-03-04" }],
  ])("is refused %s", async (_, changes) => {
    expect((await add(changes)).body.code).toBe("validation");
  });

  test.each([
    ["2026-02-28", "in the west, where it is still yesterday", "2026-02-28", -8],
    ["2026-03-02", "in the east, where it is tomorrow", "2026-03-02", 0],
    ["2027-03-01", "a year ahead", "2026-03-01", 0],
  ])("may be on %s, %s", async (on, _, from, hours) => {
    portal.advance(hours * 60 * minuteMs);
    const { status } = await add({ on, today: from });
    portal.advance(-hours * 60 * minuteMs);
    expect(status).toBe(201);
  });

  test("of somebody else is not found, nor is their dog", async () => {
    const { body } = await add({}, "admin");
    expect((await send("PUT", `/shows/${body.id}`, cup)).status).toBe(404);
    expect((await send("DELETE", `/shows/${body.id}`)).status).toBe(404);
    const tick = { item: "articles/warm-up/7-food", isDone: true, at: now, sentAt: now };
    expect((await send("PUT", `/shows/${body.id}/ticks`, tick)).status).toBe(404);
    const dog = await addDog("admin");
    expect((await add({ dogId: dog.id, heightClass: null })).body.code).toBe("not-found");
    expect((await list()).shows).toEqual([]);
  });

  test.each(["visitor", "user", "lapsed member"] as const)("is not for a %s", async (person) => {
    expect((await portal.get("/shows", person)).statusCode).toBe(person === "visitor" ? 401 : 403);
    expect((await add({}, person)).status).toBe(person === "visitor" ? 401 : 403);
  });

  test("is planned anew from the day on which its date changes", async () => {
    const { body } = await add();
    const change = (changes: object) => send("PUT", `/shows/${body.id}`, { ...cup, ...changes });
    const renamed = await change({ name: "Cup", isHot: true, today: "2026-03-02" });
    expect(renamed.body).toMatchObject({ name: "Cup", isHot: true, plannedOn: today });
    const moved = await change({ on: "2026-03-14", today: "2026-03-02" });
    expect(moved.body).toMatchObject({ on: "2026-03-14", plannedOn: "2026-03-02" });
  });

  test("can still be renamed once it is over", async () => {
    const { body } = await add({ on: "2026-03-02" });
    portal.advance(5 * dayMs);
    const fields = { ...cup, on: "2026-03-02", name: "Won", today: "2026-03-06" };
    expect((await send("PUT", `/shows/${body.id}`, fields)).body.name).toBe("Won");
    portal.advance(-5 * dayMs);
  });

  test("keeps the ticks of devices that tick different items at once", async () => {
    const { body } = await add();
    const tick = (item: string, isDone = true) =>
      send("PUT", `/shows/${body.id}/ticks`, { item, isDone, at: now, sentAt: now });
    await Promise.all([tick("a/b/7-food"), tick("a/b/3-food"), tick("a/b/7-food")]);
    expect((await list()).shows[0].ticks.toSorted()).toEqual(["a/b/3-food", "a/b/7-food"]);
    expect((await tick("<script>")).body.code).toBe("validation");
  });

  test.each([
    ["in their order", [0, 1, 2]],
    ["the latest first", [2, 1, 0]],
    ["one of them twice", [1, 2, 0, 1]],
  ])("has the later of several devices' ticks of an item, sent %s", async (_, order) => {
    const { body } = await add();
    const ago = (seconds: number) => new Date(Date.parse(now) - seconds * 1000).toISOString();
    const food = { item: "a/b/7-food", isDone: true, at: ago(60), sentAt: now };
    const changes = [
      food,
      // A clock that is a day slow: half a minute ago.
      { ...food, isDone: false, at: ago(24 * 60 * 60 + 30), sentAt: ago(24 * 60 * 60) },
      { ...food, item: "a/b/3-food", at: ago(20) },
    ];
    for (const one of order) {
      const answer = await send("PUT", `/shows/${body.id}/ticks`, changes[one]);
      expect(answer.status).toBe(200);
    }
    expect((await list()).shows[0].ticks).toEqual(["a/b/3-food"]);
  });

  test("is one of at most twenty, in parallel requests too", async () => {
    const answers = await Promise.all(Array.from({ length: showLimits.shows + 3 }, () => add()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(showLimits.shows);
    expect((await add()).body.code).toBe("limit-reached");
    const [first] = (await list()).shows;
    expect((await send("DELETE", `/shows/${first.id}`)).status).toBe(204);
    expect((await add()).status).toBe(201);
  });

  test("that is at most three weeks ahead is told with the shelf", async () => {
    const shelf = async () => (await portal.get("/shelf", "member")).json().hasShowAhead;
    expect(await shelf()).toBe(false);
    await add({ on: "2026-04-02" });
    expect(await shelf()).toBe(false);
    await add({ on: "2026-03-02" });
    expect(await shelf()).toBe(true);
    portal.advance(4 * dayMs);
    expect(await shelf()).toBe(false);
    portal.advance(-4 * dayMs);
  });
});
