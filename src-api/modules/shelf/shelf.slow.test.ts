import { beforeEach, describe, expect, test } from "vitest";
import { changeShelf, maxChanges, type ShelfChange } from "#shared/api/shelf-changes.ts";
import { listContent } from "#shared/api/library.ts";
import { getShelf, getShelfEntry, listSaved, type ReadingPosition } from "#shared/api/shelf.ts";
import { contentKinds, type ContentKind } from "#shared/content-kinds.ts";
import { hourMs, minuteMs } from "#shared/durations.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { mergeUnproven } from "#api/cli/users/merge-unproven.ts";
import { forFile } from "#api/testing/for-file.ts";
import { claimedUser, unprovenUser } from "#api/testing/account-requests.ts";
import { createContentPortal } from "#api/testing/content-portal.ts";
import type { Person } from "#api/testing/people.ts";
import { users } from "#api/modules/accounts/module.ts";
import { shelf } from "./module.ts";
import { shelfItems, shelfVisits } from "./schema.ts";
import { mergeItems, maxItems } from "./shelf.ts";

const portal = await forFile(createContentPortal());
beforeEach(async () => {
  await portal.portal.database.delete(shelfItems);
  await portal.portal.database.delete(shelfVisits);
});

const slugOf: Record<ContentKind, string> = {
  articles: "weave-entries",
  blog: "a-diary",
  recipes: "liver-cubes",
  protocols: "ring-confidence",
  videos: "front-cross",
};

/** Returns the time so many minutes ago, as a device writes it. */
const ago = (minutes: number) =>
  new Date(portal.portal.now().getTime() - minutes * minuteMs).toISOString();

const save = (minutes: number, isKept = true, kind: ContentKind = "articles", slug?: string) =>
  ({ type: "saved", kind, slug: slug ?? slugOf[kind], at: ago(minutes), isKept }) as const;
const put = (minutes: number, place: ReadingPosition | null, kind: ContentKind = "articles") =>
  ({
    type: "place",
    kind,
    slug: slugOf[kind],
    at: ago(minutes),
    isKept: place !== null,
    ...(place && { place }),
  }) as const;
const tick = (minutes: number, item: string, isKept = true) =>
  ({
    type: "tick",
    kind: "recipes",
    slug: slugOf.recipes,
    item,
    at: ago(minutes),
    isKept,
  }) as const;
const block = (index: number): ReadingPosition => ({
  position: index,
  length: 40,
  hash: `h${index}`,
});

const send = (changes: unknown[], as: Person = "member", sentAt = ago(0)) =>
  portal.send("PUT", "/shelf", as, { sentAt, changes });

async function change(...changes: ShelfChange[]) {
  const answer = await send(changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return changeShelf.answer.parse(answer.json()).items;
}
const entry = async (kind: ContentKind = "articles", as: Person = "member") =>
  getShelfEntry.answer.parse((await portal.get(`/shelf/${kind}/${slugOf[kind]}`, as)).json());
const home = async (as: Person = "member") =>
  getShelf.answer.parse((await portal.get("/shelf", as)).json());
const saved = async (query = "", as: Person = "member") =>
  listSaved.answer.parse((await portal.get(`/shelf/saved${query}`, as)).json());
const idOf = async (person: string) => {
  const email = `${person}@example.com`;
  const [user] = await portal.portal.database.select().from(users).where(eq(users.email, email));
  return user?.id ?? "";
};

describe("access", () => {
  test.each([
    ["visitor", 401],
    ["dead session", 401],
    ["user", 403],
    ["judge", 403],
    ["reviewer", 403],
    ["lapsed member", 403],
    ["member", 200],
    ["admin", 200],
  ] as const)("a %s gets %i everywhere", async (person, status) => {
    for (const path of ["/shelf/saved", "/shelf/articles/weave-entries"]) {
      const answer = await portal.get(path, person);
      expect([path, answer.statusCode]).toEqual([path, status]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect((await send([save(0)], person)).statusCode).toBe(status);
  });

  test("the dashboard of somebody without a membership has nothing of the shelf", async () => {
    const { database, now } = portal.portal;
    const userId = await idOf("lapsed-member");
    const item = { type: "saved", kind: "blog", slug: "a-diary", item: "", place: null } as const;
    await mergeItems(database, userId, [{ ...item, isRemoved: false, changedAt: now() }]);
    expect(await home("lapsed member")).toEqual({
      begun: [],
      saved: [],
      newSince: null,
      newCounts: [],
      hasShowAhead: false,
    });
    expect((await portal.get("/shelf")).statusCode).toBe(401);
  });

  test("a shelf is seen by its owner only", async () => {
    await change(save(0), put(0, block(3)));
    expect(await entry("articles", "admin")).toEqual({ isSaved: false, place: null, ticks: [] });
    expect(await home("admin")).toMatchObject({ begun: [], saved: [] });
    expect((await saved("", "admin")).items).toEqual([]);
  });

  test("nothing of a body is in any answer", async () => {
    await change(...contentKinds.map((kind) => save(0, true, kind)), put(0, block(3)));
    for (const path of ["/shelf", "/shelf/saved", "/shelf/articles/weave-entries"]) {
      const { body } = await portal.get(path, "member");
      expect(body).not.toMatch(/xylophone|beef liver|quokka|"body"|"media"|signature=/);
    }
  });
});

describe("saved entries", () => {
  test.each(contentKinds)("of the kind %s are saved on every device, and removed", async (kind) => {
    await change(save(1, true, kind));
    expect((await entry(kind)).isSaved).toBe(true);
    expect((await saved()).items).toMatchObject([{ kind, slug: slugOf[kind] }]);
    await change(save(0, false, kind));
    expect((await entry(kind)).isSaved).toBe(false);
    expect((await saved()).items).toEqual([]);
  });

  test("are listed saved last first, by kind, and page by page without a gap", async () => {
    await change(...contentKinds.map((kind, at) => save(at < 2 ? 5 : at, true, kind)));
    const all = (await saved()).items.map(({ kind }) => kind);
    expect(all).toEqual(["recipes", "protocols", "videos", "blog", "articles"]);
    const paged: string[] = [];
    for (let cursor = ""; ;) {
      const page = await saved(`?limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ kind }) => kind));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all);
    expect((await saved("?kind=blog")).items.map(({ kind }) => kind)).toEqual(["blog"]);
    expect((await home()).saved.map(({ kind }) => kind)).toEqual(all.slice(0, 3));
  });

  test("that are not published, or unknown, are kept and not listed until they are", async () => {
    const later = save(0, true, "articles", "of-tomorrow");
    await change(later, save(0, true, "blog", "unheard-of"));
    expect((await saved()).items).toEqual([]);
    expect((await home()).saved).toEqual([]);
    portal.advance(24 * hourMs);
    expect((await saved()).items.map(({ slug }) => slug)).toEqual(["of-tomorrow"]);
    portal.advance(-24 * hourMs);
  });

  test("are listed in the language of the reader", async () => {
    await change(save(0));
    const answer = await portal.get("/shelf/saved", "member", { "accept-language": "pl" });
    expect(answer.json().items[0].title).toBe("Wejścia w slalom");
  });
});

describe("positions", () => {
  test("are of a text or a video, kept on every device, and listed last opened first", async () => {
    const second = { position: 754, length: 900 };
    await change(put(2, block(7)), put(1, second, "videos"));
    expect((await entry()).place).toEqual(block(7));
    expect((await entry("videos")).place).toEqual(second);
    const { begun } = await home();
    expect(begun.map(({ teaser, place }) => [teaser.slug, place])).toEqual([
      ["front-cross", second],
      ["weave-entries", block(7)],
    ]);
  });

  test("are gone once the end was reached", async () => {
    await change(put(2, block(7)));
    await change(put(1, null));
    expect((await entry()).place).toBeNull();
    expect((await home()).begun).toEqual([]);
  });
});

describe("two devices that were offline", () => {
  const sent = [
    () => [save(10), put(5, block(9)), save(3, true, "blog")],
    () => [save(8, false), put(7, block(4)), save(4, true, "videos")],
  ];
  test.each([
    ["one first", [0, 1]],
    ["the other first", [1, 0]],
    ["one of them twice", [0, 1, 0]],
  ])("lose nothing, and the later change of each item wins: %s", async (_, order) => {
    for (const device of order) await change(...(sent[device]?.() ?? []));
    expect((await saved()).items.map(({ kind }) => kind)).toEqual(["blog", "videos"]);
    expect((await entry()).place).toEqual(block(9));
  });

  test("at the same moment lose nothing either", async () => {
    const answers = await Promise.all(
      sent.flatMap((changes) => [send(changes()), send(changes().toReversed())]),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await saved()).items.map(({ kind }) => kind)).toEqual(["blog", "videos"]);
    expect((await entry()).place).toEqual(block(9));
  });

  test("are told what the other one changed later", async () => {
    await change(save(1, false), put(1, null));
    expect(await change(save(2), put(2, block(5)))).toMatchObject([
      { type: "place", isKept: false },
      { type: "saved", isKept: false },
    ]);
  });
});

describe("ticks of a recipe", () => {
  const ticks = async () => (await entry("recipes")).ticks.toSorted();

  test("that are cleared stay cleared, also those that another device sends late", async () => {
    await change(tick(5, "ingredient-0"), tick(5, "step-0"));
    await change(...["ingredient-0", "ingredient-1", "step-0"].map((item) => tick(2, item, false)));
    await change(tick(3, "ingredient-1"));
    expect(await ticks()).toEqual([]);
    expect(await change(tick(1, "ingredient-1"))).toMatchObject([
      { type: "tick", item: "ingredient-1", isKept: true },
    ]);
  });

  test("neither save the recipe nor begin it", async () => {
    await change(tick(1, "step-0"));
    expect(await entry("recipes")).toEqual({ isSaved: false, place: null, ticks: ["step-0"] });
    expect(await home()).toMatchObject({ begun: [], saved: [] });
  });
});

describe("limits", () => {
  test("a request has a hundred changes at most, and none that is malformed", async () => {
    const many = Array.from({ length: maxChanges + 1 }, (_, i) => save(0, true, "blog", `b-${i}`));
    const bad = [
      { ...save(0), slug: "../secret" },
      { ...save(0), slug: "a".repeat(121) },
      { ...save(0), kind: "users" },
      { ...save(0), at: "yesterday" },
      { ...put(0, null), place: { position: -1, length: 1 } },
      { ...put(0, null), place: { position: 0, length: 1, hash: "x".repeat(17) } },
      { ...put(0, null), place: "anywhere" },
      { ...put(0, null), place: { position: 0, length: 1, search: "cook=1#<script>" } },
      { ...tick(0, "step-0"), item: undefined },
      { ...tick(0, "step-0"), item: "anything" },
      { ...save(0), item: "step-0" },
    ];
    expect((await send(many)).statusCode).toBe(400);
    for (const one of bad) expect([one, (await send([one])).statusCode]).toEqual([one, 400]);
    expect(await portal.portal.database.select().from(shelfItems)).toEqual([]);
  });

  test("of too many items the oldest removed ones go first, then ticks, then the oldest positions", async () => {
    const { database, now } = portal.portal;
    const userId = await idOf("member");
    const rows = Array.from({ length: maxItems }, (_, i) => ({
      userId,
      type: i === 0 ? ("place" as const) : i === 3 ? ("tick" as const) : ("saved" as const),
      kind: "blog" as const,
      slug: `b-${i}`,
      item: i === 3 ? "step-0" : "",
      place: null,
      isRemoved: i === 1 || i === 2,
      changedAt: new Date(now().getTime() - (maxItems - i + 60) * minuteMs),
    }));
    for (let at = 0; at < rows.length; at += 1_000) {
      await database.insert(shelfItems).values(rows.slice(at, at + 1_000));
    }
    const slugs = async () =>
      new Set((await database.select().from(shelfItems)).map(({ slug }) => slug));
    const add = (kind: ContentKind) => change(save(0, true, kind));
    await add("articles");
    expect([(await slugs()).has("b-1"), (await slugs()).has("b-2")]).toEqual([false, true]);
    await add("recipes");
    expect([(await slugs()).has("b-2"), (await slugs()).has("b-3")]).toEqual([false, true]);
    await add("protocols");
    expect([(await slugs()).has("b-3"), (await slugs()).has("b-0")]).toEqual([false, true]);
    await add("videos");
    expect((await slugs()).has("b-0")).toBe(false);
    expect((await slugs()).size).toBe(maxItems);
  });
});

describe("the end of the previous visit", () => {
  test("is null during the first one, and stays while the user is here", async () => {
    expect((await home()).newSince).toBeNull();
    portal.advance(30 * minuteMs);
    expect((await home()).newSince).toBeNull();
  });

  test("is when the user was last here, on whichever page, once they were away for six hours", async () => {
    await home();
    portal.advance(60 * minuteMs);
    await entry();
    const leftAt = portal.portal.now().toISOString();
    portal.advance(6 * hourMs);
    expect((await home()).newSince).toBe(leftAt);
    portal.advance(60 * minuteMs);
    expect((await home()).newSince).toBe(leftAt);
  });

  test("comes with how many entries of each kind were published since, without what is scheduled", async () => {
    await home();
    portal.advance(24 * hourMs);
    const { newSince, newCounts } = await home();
    const listed = async (kind: ContentKind) =>
      listContent.answer.parse((await portal.get(`/content/${kind}?limit=50`, "member")).json())
        .items;
    const all = (await Promise.all(contentKinds.map(listed))).flat();
    const fresh = all.filter(({ publishedAt }) => publishedAt > (newSince ?? ""));
    expect(fresh.map(({ slug }) => slug)).toContain("of-tomorrow");
    expect(newCounts).toEqual(
      contentKinds.flatMap((kind) => {
        const count = fresh.filter((teaser) => teaser.kind === kind).length;
        return count > 0 ? { kind, count } : [];
      }),
    );
    portal.advance(-24 * hourMs);
  });

  test("is one for two requests at once", async () => {
    await home();
    const leftAt = portal.portal.now().toISOString();
    portal.advance(7 * hourMs);
    expect((await Promise.all([home(), home()])).map(({ newSince }) => newSince)).toEqual([
      leftAt,
      leftAt,
    ]);
  });
});

describe("personal data", () => {
  test("is exported", async () => {
    await change(save(1), put(2, block(2)), tick(3, "step-0"));
    await home();
    const user = { id: await idOf("member"), email: null };
    expect(await shelf.ownedData.exportData(portal.portal.database, user)).toMatchObject({
      shelf: [
        { type: "saved" },
        { type: "place", place: block(2) },
        { type: "tick", item: "step-0" },
      ],
      visits: { previousVisitAt: null },
    });
  });

  test("of merged accounts is merged: the later change of each item wins", async () => {
    const { database } = portal.portal;
    const email = "two@example.com";
    const from = await unprovenUser(portal, email);
    const to = await claimedUser(portal, email);
    const item = (slug: string, minutes: number, isRemoved = false) => ({
      type: "saved" as const,
      kind: "blog" as const,
      slug,
      item: "",
      place: null,
      isRemoved,
      changedAt: new Date(ago(minutes)),
    });
    await mergeItems(database, from, [item("a", 1), item("b", 3), item("c", 1)]);
    await mergeItems(database, to, [item("a", 2, true), item("b", 2, true), item("d", 1)]);
    const ticked = (part: string, minutes: number, isRemoved: boolean) => ({
      ...item("stew", minutes, isRemoved),
      type: "tick" as const,
      item: part,
    });
    await mergeItems(database, from, [ticked("step-0", 1, false), ticked("step-1", 3, false)]);
    await mergeItems(database, to, [ticked("step-0", 2, true), ticked("step-1", 2, true)]);
    await mergeUnproven(portal.portal, to, email);
    const rows = await database.select().from(shelfItems);
    expect(rows.every(({ userId }) => userId === to)).toBe(true);
    const kept = rows
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ slug, item: part }) => slug + part);
    expect(kept.toSorted()).toEqual(["a", "c", "d", "stewstep-0"]);
  });
});
