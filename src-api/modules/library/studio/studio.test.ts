import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import {
  createDraft,
  getStudioEntry,
  listPreviews,
  listRevisions,
  listStudio,
  makePreview,
  showDraft,
  type Draft,
  type StudioEntry,
} from "#shared/api/studio.ts";
import { dayMs, minuteMs } from "#shared/durations.ts";
import { runUserCommand } from "#api/cli/users/run-user-command.ts";
import { auditEntries } from "#api/infra/audit/schema.ts";
import { eq } from "#api/infra/database/drizzle.ts";
import { call, lastMail, linkToken } from "#api/testing/account-requests.ts";
import { createContentPortal, syncFolder } from "#api/testing/content-portal.ts";
import { createSession } from "#api/modules/accounts/sign-in.ts";
import { createUser } from "#api/modules/accounts/users.ts";
import { users } from "#api/modules/accounts/schema.ts";
import { contentEntries, judgeNotes } from "#api/modules/library/schema.ts";
import { findProvenId } from "#api/modules/accounts/module.ts";
import { listPublicItems, newestTeasers, teaserItem } from "#api/modules/library/module.ts";
import { openMediaStorage } from "#api/infra/media-storage/open-media-storage.ts";
import { forFile } from "#api/testing/for-file.ts";
import { people, peoplesPassword, type Person } from "#api/testing/people.ts";
import { entryJson, markdown } from "#api/testing/sample-content.ts";
import { temporaryFolder } from "#api/testing/temporary-folder.ts";
import type { Database } from "#api/infra/database/connect.ts";
import { languages, type Language } from "#shared/languages.ts";
import { findContent, writeEntries } from "#api/modules/library/entries/stored-entries.ts";
import { captionsFile } from "#api/modules/library/media/media-files.ts";
import { publish as publishWorkingCopy } from "./publish.ts";
import checkWorkingDraft from "./draft-worker.ts";
import { addFiles } from "./working-copy.ts";

const folder = await forFile(temporaryFolder());
const portal = await forFile(createContentPortal(undefined, {}, { dataDir: folder.path }));

type Method = "GET" | "POST" | "PUT" | "DELETE";
const send = async (method: Method, path: string, body?: object, as: Person = "admin") => {
  const answer = await portal.send(method, `/studio/entries${path}`, as, body);
  return { status: answer.statusCode, body: answer.body === "" ? null : answer.json() };
};

const read = async (path: string): Promise<StudioEntry> =>
  getStudioEntry.answer.parse((await send("GET", path)).body);

/** Starts an article with a text that can be published. Returns its path. */
async function write(title: string, more: Partial<Draft["texts"]> = {}): Promise<string> {
  const created = await send("POST", "", { kind: "articles", title });
  expect(created.status).toBe(201);
  const { slug } = createDraft.answer.parse(created.body);
  const path = `/articles/${slug}`;
  const { draft } = await read(path);
  const saved = await save(path, {
    metadata: { ...draft.metadata, tags: ["agility"] },
    texts: {
      en: { front: { title, summary: "What it says." }, body: "A text about zeppelins." },
      ...more,
    },
  });
  expect(saved).toMatchObject({ status: 200, body: { problems: [] } });
  return path;
}

const save = async (path: string, draft: Draft, revision?: number) =>
  send("PUT", path, { draft, revision: revision ?? (await read(path)).revision });

const publish = async (path: string, at = "now") =>
  send("POST", `${path}/publish`, { revision: (await read(path)).revision, at });

/** Returns a draft with another English text. */
const withBody = ({ metadata, texts }: Draft, body: string): Draft => ({
  metadata,
  texts: { ...texts, en: { front: texts.en?.front ?? {}, body } },
});

/** Returns what a member reads at an address; null for nothing. */
async function reads(path: string, as: Person = "member") {
  const answer = await portal.get(`/content${path}`, as);
  return answer.statusCode === 200 ? answer.json() : null;
}

/** Lets time pass, and signs those in again whose sessions end in it. */
async function pass(days: number) {
  portal.advance(days * dayMs);
  for (const person of ["admin", "member", "reviewer"] as const) {
    const user = await findProvenId(portal.portal.database, `${person}@example.com`);
    const token = await createSession(portal.portal, user ?? "", "");
    portal.headersOf[person] = { authorization: `Bearer ${token}` };
  }
}

type Listed = z.infer<typeof listStudio.answer>["items"];
const list = async (query = ""): Promise<Listed> =>
  listStudio.answer.parse((await portal.get(`/studio/entries?${query}`, "admin")).json()).items;

describe("writing", () => {
  test.each([
    ["Wait at the start-line", "startline"],
    ["Paint the finishline", "finish-line"],
    ["Zażółć AT&T", "zazolc at&t"],
    ["A tele\u00adscope", "telescope"],
    ["A micro scope", "mic\u200bro"],
    ["100% sure", "100% s"],
  ])("%j is listed for %j", async (title, query) => {
    const path = await write(title);
    const slugs = (await list(`q=${encodeURIComponent(query)}`)).map(({ slug }) => slug);
    expect(slugs.map((slug) => `/articles/${slug}`)).toEqual([path]);
  });

  test("an entry is seen by nobody before it is published, and then at once", async () => {
    const path = await write("First steps");
    expect(path).toBe("/articles/first-steps");
    expect(await reads(path)).toBeNull();
    expect((await portal.get("/content/articles", "visitor")).body).not.toContain("First steps");
    expect(await publish(path)).toMatchObject({
      status: 200,
      body: { state: "published", isChanged: false },
    });
    expect(await reads(path)).toMatchObject({ title: "First steps" });
    expect((await portal.get("/content/articles", "visitor")).body).toContain("First steps");
  });

  test("a change is seen by nobody until it is published, and its date stays", async () => {
    const path = await write("Second thoughts");
    await publish(path);
    const { publishedAt } = await reads(path);
    portal.advance(60_000);
    const { draft } = await read(path);
    await save(path, withBody(draft, "Another text."));
    expect(await reads(path)).toMatchObject({ body: "A text about zeppelins." });
    expect((await list("state=changed")).map(({ title }) => title)).toContain("Second thoughts");
    await publish(path);
    expect(await reads(path)).toMatchObject({ body: "Another text.", publishedAt });
    expect((await list("state=changed")).map(({ title }) => title)).not.toContain(
      "Second thoughts",
    );
  });

  test("a save on top of a version that another one replaced is refused, and changes nothing", async () => {
    const path = await write("Two tabs");
    const { draft, revision } = await read(path);
    expect((await save(path, withBody(draft, "Of the first tab."), revision)).status).toBe(200);
    const second = withBody(draft, "Of the second tab.");
    expect(await save(path, second, revision)).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    const stored = await read(path);
    expect(stored.draft.texts.en?.body).toBe("Of the first tab.");
    expect(stored.edited?.isOwn).toBe(true);
    expect(await send("GET", `${path}/revision`)).toMatchObject({
      body: { revision: stored.revision },
    });
    expect(stored.revision).toBe(revision + 1);
    expect((await send("POST", `${path}/publish`, { revision, at: "now" })).status).toBe(409);
  });

  test("a working copy that was saved meanwhile in another window is not discarded", async () => {
    const path = await write("An hour of work");
    await publish(path);
    const { draft, revision } = await read(path);
    await save(path, withBody(draft, "What took an hour."), revision);
    expect(await send("POST", `${path}/discard`, { revision })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect((await read(path)).draft.texts.en?.body).toBe("What took an hour.");
  });

  test("of saves at the same time one counts, and the same save twice is one", async () => {
    const path = await write("A race");
    const { draft, revision } = await read(path);
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((text) => save(path, withBody(draft, text), revision)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    const after = await read(path);
    const again = await save(path, after.draft, revision);
    expect(again).toMatchObject({ status: 200, body: { revision: after.revision } });
  });

  test("what cannot be published is saved all the same, and says why by place", async () => {
    const { body } = await send("POST", "", { kind: "recipes", title: "Half a recipe" });
    const path = `/recipes/${body.slug}`;
    const { problems } = await read(path);
    expect(problems.map(({ place }) => place).toSorted()).toEqual([
      "en.body",
      "en.ingredients",
      "en.summary",
      "tags",
    ]);
    const refused = await publish(path);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "validation", fields: { "en.ingredients": "Field is required" } },
    });
  });

  test("characters that a database cannot store are left out, and the rest stays", async () => {
    const created = await send("POST", "", { kind: "blog", title: "Half \ud83d of a dog" });
    expect(created).toMatchObject({ status: 201, body: { slug: "half-of-a-dog" } });
    const path = await write("Odd characters");
    const { draft } = await read(path);
    expect((await save(path, withBody(draft, "a\u0000b \ud800c 🐕"))).status).toBe(200);
    expect((await read(path)).draft.texts.en?.body).toBe("ab \ufffdc 🐕");
  });

  test("an entry is changed in its fields and stays as it was written otherwise", async () => {
    const odd =
      "| a \\| b | c<br>d |\n| --- | --- |\n| 1 | 2 |\n\n\\*not bold\\*  \nnext[^1]\n\n[^1]: Note.";
    const path = await write("Odd Markdown", {
      en: { front: { title: "Odd Markdown", summary: "Odd." }, body: odd },
    });
    await publish(path);
    expect((await read(path)).draft.texts.en?.body).toBe(odd);
    expect(await reads(path)).toMatchObject({ body: odd });
  });
});

describe("publishing", () => {
  test("a withdrawn entry is gone, and comes back whole", async () => {
    const path = await write("Gone for a while");
    await publish(path);
    await send("POST", `${path}/withdraw`);
    expect(await reads(path)).toBeNull();
    expect((await portal.get(`/content${path}/preview`)).statusCode).toBe(404);
    expect((await read(path)).state).toBe("draft");
    await publish(path);
    expect(await reads(path)).toMatchObject({ title: "Gone for a while" });
  });

  test("a publication that is asked for again, since its answer was lost, is one version", async () => {
    const path = await write("Asked for twice");
    await publish(path);
    expect(await publish(path)).toMatchObject({ status: 200, body: { state: "published" } });
    const { items } = listRevisions.answer.parse((await send("GET", `${path}/revisions`)).body);
    expect(items).toHaveLength(1);
  });

  test("what reviewers are shown is what they read, until the next time", async () => {
    const path = await write("For reviewers");
    expect((await portal.get(`/review/entries${path}`, "reviewer")).statusCode).toBe(404);
    await publish(path, "draft");
    const shown = await portal.get(`/review/entries${path}`, "reviewer");
    expect(shown.json()).toMatchObject({ entry: { title: "For reviewers" } });
    expect(await reads(path)).toBeNull();
  });

  test("a published version is compared with, and restored as a working copy", async () => {
    const path = await write("Versions");
    await publish(path);
    const { draft } = await read(path);
    await save(path, withBody(draft, "The second version."));
    portal.advance(60_000);
    await publish(path);
    const { items } = listRevisions.answer.parse((await send("GET", `${path}/revisions`)).body);
    expect(items.map(({ by }) => by)).toEqual(["admin", "admin"]);
    const first = await send("GET", `${path}/revisions/${items[1]?.id}`);
    expect(first.body.draft).toEqual(draft);
    const { revision } = await read(path);
    await send("POST", `${path}/revisions/${items[1]?.id}/restore`, { revision });
    expect(await read(path)).toMatchObject({ isChanged: true, draft });
    expect(await reads(path)).toMatchObject({ body: "The second version." });
    const { revision: restored } = await read(path);
    await send("POST", `${path}/discard`, { revision: restored });
    expect((await read(path)).draft.texts.en?.body).toBe("The second version.");
  });

  test("an English text that is changed after the Polish one makes that outdated", async () => {
    const pl = { front: { title: "Po polsku", summary: "O czym." }, body: "Tekst." };
    const path = await write("In two languages", { pl });
    await publish(path);
    expect((await read(path)).outdated).toEqual([]);
    portal.advance(60_000);
    const { draft } = await read(path);
    await save(path, withBody(draft, "A newer text."));
    expect((await read(path)).outdated).toEqual(["pl"]);
    await publish(path);
    expect((await list("translation=outdated")).map(({ slug }) => `/articles/${slug}`)).toEqual([
      path,
    ]);
  });
});

describe("addresses", () => {
  const move = (path: string, slug: string) => send("POST", `${path}/move`, { slug });

  test("a former address leads to the entry, never in a circle, and a new entry there comes first", async () => {
    await write("Old name").then(publish);
    await move("/articles/old-name", "new-name");
    await move("/articles/new-name", "newest-name");
    expect(await reads("/articles/old-name")).toMatchObject({ slug: "newest-name" });
    expect(await reads("/articles/new-name")).toMatchObject({ slug: "newest-name" });
    await move("/articles/newest-name", "old-name");
    expect(await reads("/articles/old-name")).toMatchObject({ slug: "old-name" });
    expect(await reads("/articles/newest-name")).toMatchObject({ slug: "old-name" });
    await write("New name").then(publish);
    expect(await reads("/articles/new-name")).toMatchObject({ title: "New name" });
    await send("POST", "/articles/old-name/withdraw");
    expect(await reads("/articles/newest-name")).toBeNull();
    expect(await move("/articles/old-name", "new-name")).toMatchObject({
      status: 409,
      body: { code: "slug-taken" },
    });
  });

  test("feed readers know an entry that moves, and nobody takes another one at its address for it", async () => {
    const feedIds = async () => {
      const site = { brand: portal.portal.brand, origin: "http://portal.test" };
      const teasers = await newestTeasers(portal.portal, { language: "en", limit: 100 });
      return new Map(teasers.map((it) => [it.slug, teaserItem(it, site, "en").id]));
    };
    await write("Feed first").then(publish);
    const id = (await feedIds()).get("feed-first");
    expect(id).toBe("http://portal.test/articles/feed-first");
    await move("/articles/feed-first", "feed-second");
    await move("/articles/feed-second", "feed-third");
    expect((await feedIds()).get("feed-third")).toBe(id);
    await write("Feed first").then(publish);
    await write("Feed second").then(publish);
    await move("/articles/feed-second", "feed-fourth");
    expect((await feedIds()).get("feed-fourth")).toBe("http://portal.test/articles/feed-second");
    const other = (await feedIds()).get("feed-first");
    expect(other).not.toBe(id);
    await publish("/articles/feed-first");
    await publish("/articles/feed-third");
    const ids = await feedIds();
    expect([ids.get("feed-first"), ids.get("feed-third")]).toEqual([other, id]);
    expect(new Set(ids.values()).size).toBe(ids.size);
  });

  test("an entry that is published again says since when, to feeds, lists and search engines", async () => {
    const path = await write("Changed later");
    await publish(path);
    const found = async () => {
      const teasers = await newestTeasers(portal.portal, { language: "en", limit: 100 });
      const { entries } = await listPublicItems(portal.portal);
      return {
        teaser: teasers.find(({ slug }) => slug === "changed-later"),
        item: entries.find(({ slug }) => slug === "changed-later"),
      };
    };
    const before = await found();
    expect(before.teaser).not.toHaveProperty("changedAt");
    expect(before.item?.changedAt.toISOString()).toBe(before.teaser?.publishedAt);
    portal.advance(minuteMs);
    const { draft } = await read(path);
    await save(path, withBody(draft, "A newer text."));
    await publish(path);
    const after = await found();
    expect(after.teaser?.publishedAt).toBe(before.teaser?.publishedAt);
    expect(after.teaser?.changedAt).toBe(portal.portal.now().toISOString());
    expect(after.item?.changedAt.toISOString()).toBe(after.teaser?.changedAt);
    await move(path, "changed-and-moved");
    expect(await reads("/articles/changed-and-moved")).toMatchObject({
      changedAt: after.teaser?.changedAt,
    });
  });

  test("an entry that nobody has seen leaves its address to the one that had it before", async () => {
    await write("Seen before").then(publish);
    await move("/articles/seen-before", "seen-now");
    await write("Seen before").then((path) => publish(path, "2027-01-05T08:00"));
    await move("/articles/seen-before", "of-next-year");
    expect(await reads("/articles/seen-before")).toMatchObject({ slug: "seen-now" });
  });

  test("working copies relate to an entry that moves at its new address", async () => {
    await write("Related to").then(publish);
    const path = await write("Relating");
    const { draft, revision } = await read(path);
    const relating = (slug: string) => ({
      ...draft,
      metadata: { ...draft.metadata, related: [`articles/${slug}`] },
    });
    await save(path, relating("related-to"), revision);
    await move("/articles/related-to", "related-now");
    expect(await read(path)).toMatchObject({ draft: relating("related-now"), problems: [] });
    // A window that was opened before is told.
    expect((await save(path, relating("related-to"), revision + 1)).status).toBe(409);
  });

  test("what members saved and what judges noted moves along", async () => {
    await write("Saved before").then(publish);
    const at = portal.portal.now().toISOString();
    const saved = await portal.send("PUT", "/shelf", "member", {
      sentAt: at,
      changes: [{ type: "saved", kind: "articles", slug: "saved-before", at, isKept: true }],
    });
    expect(saved.statusCode).toBe(200);
    const userId = (await findProvenId(portal.portal.database, "judge@example.com")) ?? "";
    await portal.portal.database.insert(judgeNotes).values({
      id: randomUUID(),
      userId,
      kind: "articles",
      slug: "saved-before",
      text: "Reward the wait.",
      author: "Ruth Palmer",
      language: "en",
      writtenAt: portal.portal.now(),
      state: "waiting",
    });
    await move("/articles/saved-before", "saved-after");
    expect((await portal.get("/shelf/saved", "member")).body).toContain("saved-after");
    expect((await portal.get("/review/judge-notes?queue=waiting", "admin")).json()).toMatchObject({
      items: [{ slug: "saved-after" }],
    });
  });
});

test("members who follow a protocol keep their place when its weeks change their order", async () => {
  await send("POST", "/protocols/ring-confidence/take-over");
  const started = await portal.send("POST", "/training", "member", {
    slug: "ring-confidence",
    dogId: null,
    startedOn: "2026-03-01",
    today: "2026-03-01",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  });
  expect([started.statusCode, started.body]).toEqual([201, expect.anything()]);
  const { id, revision } = started.json();
  const step = await portal.send("POST", `/training/${id}/steps`, "member", {
    revision,
    week: 0,
    session: 0,
    today: "2026-03-01",
    outcome: { result: "counted", right: 9 },
  });
  expect([step.statusCode, step.body]).toEqual([200, expect.anything()]);
  const path = "/protocols/ring-confidence";
  const { draft } = await read(path);
  const { front: written, body } = draft.texts.en ?? { front: {}, body: "" };
  const front = { ...written, weeks: (written["weeks"] as unknown[]).toReversed() };
  await save(path, { ...draft, texts: { en: { front, body } } });
  await publish(path);
  const { items } = (await portal.get("/training?today=2026-03-01", "member")).json();
  expect(items[0].steps).toMatchObject([{ week: 1, session: 0 }]);
});

describe("entries of the content folder", () => {
  test("are read only until they are taken over, and then left alone by a sync", async () => {
    const path = "/articles/only-english";
    const before = await read(path);
    expect(before).toMatchObject({ isOfFolder: true, folder: "articles/only-english" });
    expect((await save(path, withBody(before.draft, "Mine."))).status).toBe(409);
    expect((await send("POST", `${path}/take-over`)).status).toBe(200);
    await save(path, withBody(before.draft, "Mine."));
    await publish(path);
    const report = await syncFolder(portal.portal, portal.portal.config.contentDir ?? "");
    expect(report.skipped).toContain("articles/only-english");
    expect(await reads(path)).toMatchObject({ body: "Mine." });
  });

  test("a video that is taken over keeps its files, also at another address", async () => {
    await send("POST", "/videos/front-cross/take-over");
    await send("POST", "/videos/front-cross/move", { slug: "front-turn" });
    const { media, video } = await reads("/videos/front-turn");
    expect(media.captions).toHaveLength(1);
    for (const address of [media.source.src, media.captions[0].src, video.poster]) {
      expect([address, (await portal.app.inject(address)).statusCode]).toEqual([address, 200]);
    }
  });

  test("a version of a video has its captions, also at another address", async () => {
    const upload = async (path: string, text: string) => {
      const answer = await portal.app.inject({
        method: "PUT",
        url: `/api/studio${path}/captions/en`,
        headers: { ...portal.headersOf.admin, "content-type": "text/vtt" },
        payload: Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`),
      });
      expect(answer.statusCode).toBe(204);
      portal.advance(1000);
      expect((await publish(path)).status).toBe(200);
    };
    await upload("/videos/front-turn", "Of the first version.");
    await send("POST", "/videos/front-turn/move", { slug: "turn" });
    await upload("/videos/turn", "Of the second version.");
    const { items } = listRevisions.answer.parse(
      (await send("GET", "/videos/turn/revisions")).body,
    );
    const { revision } = await read("/videos/turn");
    await send("POST", `/videos/turn/revisions/${items[1]?.id}/restore`, { revision });
    await publish("/videos/turn");
    const { media } = await reads("/videos/turn");
    expect((await portal.app.inject(media.captions[0].src)).body).toContain("first version");
  });
});

/** Files have the time of this machine, and those of the last day are kept. */
async function makeFilesOld(): Promise<void> {
  const media = join(folder.path, "media");
  for (const name of await readdir(media)) await utimes(join(media, name), 0, 0);
}

/** Uploads a picture. */
const upload = (path: string, file: Buffer, name = "My photo.JPG") =>
  portal.app.inject({
    method: "POST",
    url: `/api/studio/entries${path}/pictures?name=${encodeURIComponent(name)}`,
    headers: { ...portal.headersOf.admin, "content-type": "image/jpeg" },
    payload: file,
  });

/** Returns a grey picture. */
async function jpeg(shade: number): Promise<Buffer> {
  const canvas = createCanvas(60, 40);
  const context = canvas.getContext("2d");
  context.fillStyle = `rgb(${shade}, ${shade}, ${shade})`;
  context.fillRect(0, 0, 60, 40);
  return canvas.encode("jpeg");
}

describe("pictures", () => {
  test("are made smaller, shown in the studio and in the published entry, and to nobody else before", async () => {
    const path = await write("With a picture");
    const answer = await upload(path, await createCanvas(2800, 1400).encode("jpeg"));
    expect(answer.json()).toMatchObject({ name: "my-photo-1400x700.webp" });
    const { address } = answer.json();
    expect((await portal.app.inject(address)).headers["content-type"]).toBe("image/webp");
    expect((await portal.app.inject(address.split("?")[0])).statusCode).toBe(403);
    const { draft } = await read(path);
    const body = "![A jump](my-photo-1400x700.webp)";
    expect(await save(path, withBody(draft, body))).toMatchObject({ body: { problems: [] } });
    await publish(path);
    const [, shown = ""] = /\((.*)\)/.exec((await reads(path)).body) ?? [];
    expect((await portal.app.inject(shown)).statusCode).toBe(200);
  });

  test.each([
    ["an SVG with a script", "<svg><script>alert(1)</script></svg>", "neither"],
    ["a text named .jpg", "not a picture", "neither"],
    ["a HEIC photo", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "neither"],
  ])("%s is refused in words, and the text stays", async (_, bytes, words) => {
    const path = await write("Refused pictures");
    const answer = await upload(path, Buffer.from(bytes));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.picture).toContain(words);
    expect((await read(path)).draft.texts.en?.body).toBe("A text about zeppelins.");
  });

  test("a text that shows a picture which is not there cannot be published", async () => {
    const path = await write("A missing picture");
    const { draft } = await read(path);
    const saved = await save(path, withBody(draft, "![None](none-10x10.webp)"));
    expect(saved.body.problems).toMatchObject([{ place: "en.body" }]);
  });
});

describe("files of media that arrive while a video is published, or after that", () => {
  const userOf = async () =>
    (await findProvenId(portal.portal.database, "admin@example.com")) ?? "";
  const putCaptions = async (slug: string, file: string, language: Language = "en") =>
    addFiles(
      portal.portal,
      portal.portal.database,
      { kind: "videos", slug, userId: await userOf() },
      () => ({
        [captionsFile(slug, language)]: file,
      }),
    );

  /** Publishes; `meanwhile` happens between its reading of the working copy and its writing. */
  async function publishWhile(slug: string, meanwhile: () => Promise<unknown>) {
    const { database, now } = portal.portal;
    const slow: Database = Object.assign(Object.create(database), {
      transaction: async (...args: Parameters<Database["transaction"]>) => {
        await meanwhile();
        return database.transaction(...args);
      },
    });
    const { revision } = await read(`/videos/${slug}`);
    const act = { kind: "videos" as const, slug, userId: await userOf() };
    await publishWorkingCopy({ ...portal.portal, database: slow, now }, act, {
      revision,
      at: "now",
      onPublished: async () => {},
      onWithdrawn: async () => {},
    });
  }

  /** What readers have of captions, by languages. */
  const readersCaptions = async (slug: string) =>
    (await findContent(portal.portal.database, { kind: "videos", slug }))?.details.stored?.[
      captionsFile(slug, "en")
    ];

  /** Starts a video whose captions may be there already. Returns its address. */
  async function startVideo(title: string, captions: string | null): Promise<string> {
    const created = await send("POST", "", { kind: "videos", title });
    const { slug } = createDraft.answer.parse(created.body);
    const key = { kind: "videos" as const, slug, userId: await userOf() };
    await addFiles(portal.portal, portal.portal.database, key, () => ({
      "a.mp4": "a.mp4",
      "a.webp": "a.webp",
    }));
    if (captions !== null) await putCaptions(slug, captions);
    const { draft } = await read(`/videos/${slug}`);
    const saved = await save(`/videos/${slug}`, {
      metadata: {
        ...draft.metadata,
        tags: ["agility"],
        source: "a.mp4",
        poster: "a.webp",
        durationSeconds: 12,
        captions: ["en"],
      },
      texts: { en: { front: { title, summary: "About." }, body: "About it." } },
    });
    expect(saved.body.problems).toEqual([]);
    return slug;
  }

  test("captions that are replaced meanwhile refuse the publication, which then has the new ones", async () => {
    const slug = await startVideo("Replaced meanwhile", "first.vtt");
    const replaced = publishWhile(slug, () => putCaptions(slug, "second.vtt"));
    await expect(replaced).rejects.toMatchObject({ code: "conflict" });
    expect(await readersCaptions(slug)).toBeUndefined();
    expect(await read(`/videos/${slug}`)).toMatchObject({ state: "draft", isChanged: true });
    await publish(`/videos/${slug}`);
    expect(await readersCaptions(slug)).toBe("second.vtt");
  });

  test("captions come and go with what the video offers, which the studio goes on telling", async () => {
    const slug = await startVideo("The first captions", null);
    const path = `/videos/${slug}`;
    await publish(path);
    const offer = async (captions: Language[]) => {
      const { draft } = await read(path);
      await save(path, { ...draft, metadata: { ...draft.metadata, captions } });
      expect(await read(path)).toMatchObject({ isChanged: true });
      await publish(path);
      expect((await read(path)).draft.metadata["captions"]).toEqual(captions);
    };
    await putCaptions(slug, "first.vtt");
    await offer(["en"]);
    expect(await readersCaptions(slug)).toBe("first.vtt");
    await offer([]);
    expect(await readersCaptions(slug)).toBeUndefined();
  });

  test("replaced captions stay a change while the text is written and is as before", async () => {
    const slug = await startVideo("Replaced and undone", "first.vtt");
    const path = `/videos/${slug}`;
    await publish(path);
    await putCaptions(slug, "second.vtt");
    const { draft } = await read(path);
    await save(path, withBody(draft, "Another text."));
    await save(path, draft);
    expect(await read(path)).toMatchObject({ isChanged: true });
    await publish(path);
    expect(await readersCaptions(slug)).toBe("second.vtt");
  });

  test("a picture that is added meanwhile refuses nothing", async () => {
    const slug = await startVideo("A picture meanwhile", "first.vtt");
    await publishWhile(slug, async () =>
      expect((await upload(`/videos/${slug}`, await jpeg(30))).statusCode).toBe(201),
    );
    expect(await readersCaptions(slug)).toBe("first.vtt");
  });

  test("files that an import replaced come before those of a working copy that says nothing else", async () => {
    const slug = await startVideo("Imported again", "first.vtt");
    await publish(`/videos/${slug}`);
    const { database, now } = portal.portal;
    const stored = await findContent(database, { kind: "videos", slug });
    if (!stored) throw new Error("nothing is stored");
    const details = {
      ...stored.details,
      stored: { ...stored.details.stored, [captionsFile(slug, "en")]: "imported.vtt" },
    };
    const texts = stored.texts.map((text) => ({ ...text, words: 1 }));
    await database.transaction((tx) =>
      writeEntries(
        tx,
        [{ kind: "videos", slug, sourceHash: null, value: { ...stored, details, texts } }],
        { origin: "import", now: now(), portalLanguages: ["en", "pl"] },
      ),
    );
    const { draft } = await read(`/videos/${slug}`);
    await save(`/videos/${slug}`, withBody(draft, "Another text."));
    await publish(`/videos/${slug}`);
    expect(await readersCaptions(slug)).toBe("imported.vtt");
  });

  test.each(["text", "file"])(
    "a %s that an import replaces meanwhile refuses the publication, though nobody saved in the studio",
    async (what) => {
      const slug = await startVideo(`An import of a ${what} meanwhile`, "first.vtt");
      await publish(`/videos/${slug}`);
      await send("POST", `/videos/${slug}/withdraw`);
      const { database, now } = portal.portal;
      const stored = await findContent(database, { kind: "videos", slug });
      if (!stored) throw new Error("nothing is stored");
      const before = stored.texts.map(({ body }) => body);
      const [name, file] = Object.entries(stored.details.stored ?? {})[0] ?? [];
      if (!name || !file) throw new Error("there is no file");
      const texts = stored.texts.map((text) => ({
        ...text,
        words: 1,
        ...(what === "text" && { body: "Imported." }),
      }));
      const replacing = what === "file" && { [name]: `0${file}` };
      const details = { ...stored.details, stored: { ...stored.details.stored, ...replacing } };
      const replaced = publishWhile(slug, () =>
        database.transaction((tx) =>
          writeEntries(
            tx,
            [{ kind: "videos", slug, sourceHash: null, value: { ...stored, texts, details } }],
            {
              origin: "import",
              now: now(),
              portalLanguages: ["en", "pl"],
            },
          ),
        ),
      );
      await expect(replaced).rejects.toMatchObject({ code: "conflict" });
      const kept = await findContent(database, { kind: "videos", slug });
      expect(kept?.texts.map(({ body }) => body)).toEqual(what === "text" ? ["Imported."] : before);
    },
  );

  test("two pictures of one name and size that arrive at once both stay", async () => {
    const path = await write("Two pictures");
    const answers = await Promise.all(
      [40, 200].map(async (shade) => upload(path, await jpeg(shade), "image.jpg")),
    );
    const names = answers.map((answer) => answer.json().name);
    expect(new Set(names).size).toBe(2);
    const { pictures } = await read(path);
    expect(Object.keys(pictures)).toEqual(expect.arrayContaining(names));
  });
});

test.each(people.filter((person) => person !== "admin"))(
  "a %s can neither read nor change anything of the studio",
  async (person) => {
    const path = "/articles/first-steps";
    const refused = ["visitor", "dead session"].includes(person) ? 401 : 403;
    const id = crypto.randomUUID();
    const calls: [Method, string, object?][] = [
      ["GET", ""],
      ["POST", "", { kind: "blog", title: "Mine" }],
      ["GET", path],
      [
        "PUT",
        path,
        { revision: 1, draft: { metadata: {}, texts: { en: { front: {}, body: "" } } } },
      ],
      ["POST", `${path}/publish`, { revision: 1, at: "now" }],
      ["POST", `${path}/discard`, { revision: 1 }],
      ...["withdraw", "take-over", "delete", "restore"].map((act): [Method, string] => [
        "POST",
        `${path}/${act}`,
      ]),
      ["POST", `${path}/move`, { slug: "mine" }],
      ["GET", `${path}/revisions`],
      ["GET", `${path}/revisions/${id}`],
      ["POST", `${path}/revisions/${id}/restore`, { revision: 1 }],
      ["POST", `${path}/pictures?name=a.png`],
      ["GET", `${path}/preview`],
      ["POST", `${path}/preview`, { password: peoplesPassword }],
      ["DELETE", `${path}/preview`],
    ];
    for (const [method, at, body] of calls) {
      expect([method, at, (await send(method, at, body, person)).status]).toEqual([
        method,
        at,
        refused,
      ]);
    }
    for (const part of ["counts", "tags", "authors", "previews"]) {
      expect((await portal.get(`/studio/${part}`, person)).statusCode).toBe(refused);
    }
  },
);

test("an entry that is scheduled for the day of a clock change appears in time, once, by every way", async () => {
  const path = await write("On the day of the clocks");
  expect(await publish(path, "2026-03-29T08:00")).toMatchObject({
    status: 200,
    body: { state: "scheduled", publishedAt: "2026-03-29T06:00:00.000Z" },
  });
  for (const at of ["2026-03-29T02:30", "2026-02-01T08:00"]) {
    expect(await publish(path, at)).toMatchObject({ status: 400 });
  }
  const shows = async () => {
    const listed = (await portal.get("/content/articles")).body;
    const found = (await portal.get("/content/search?q=clocks", "member")).body;
    return [
      (await reads(path)) !== null,
      listed.split("on-the-day-of-the-clocks").length - 1,
      found.includes("on-the-day-of-the-clocks"),
    ];
  };
  const left = Date.parse("2026-03-29T06:00:00Z") - portal.portal.now().getTime();
  await pass((left - 1000) / dayMs);
  expect(await shows()).toEqual([false, 0, false]);
  portal.advance(1001);
  expect(await shows()).toEqual([true, 1, true]);
});

test("the preview shows all to members, and to visitors what is open", async () => {
  const path = await write("Two readers");
  const walled = withBody((await read(path)).draft, "Open.\n\n<!-- members-only -->\n\nBehind.");
  await save(path, walled);
  const shown = async () => showDraft.answer.parse((await send("GET", `${path}/preview`)).body);
  const { entry, preview } = await shown();
  expect([entry.body, preview.opening]).toEqual(["Open.\n\n\n\nBehind.", "Open."]);
  expect(JSON.stringify(preview)).not.toContain("Behind");
  await save(path, { ...walled, metadata: { ...walled.metadata, free: true } });
  expect((await shown()).preview.whole).toMatchObject({ body: entry.body });
});

describe("a secret preview", () => {
  const make = (path: string, password = peoplesPassword, as: Person = "admin") =>
    send("POST", `${path}/preview`, { password }, as);
  const open = async (path: string) => {
    const { token } = makePreview.answer.parse((await make(path)).body);
    return async () => (await portal.get(`/secret-previews/${token}`)).statusCode;
  };
  const listed = async () =>
    listPreviews.answer.parse((await portal.get("/studio/previews", "admin")).json()).items;
  const trail = async (entry: string) => {
    const rows = await portal.portal.database.select().from(auditEntries);
    const own = rows.filter(
      ({ act, details }) => act.startsWith("preview-") && details.entry === entry,
    );
    return own.map(({ act }) => act);
  };

  test("shows the working copy to anybody until it is revoked or seven days are over", async () => {
    const path = await write("Secret");
    const { token } = makePreview.answer.parse((await make(path)).body);
    const look = () => portal.get(`/secret-previews/${token}`);
    const shown = await look();
    expect(shown.json()).toMatchObject({ title: "Secret" });
    expect(shown.headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    });
    expect((await portal.get("/secret-previews/" + "x".repeat(43))).statusCode).toBe(404);
    expect((await portal.get(`/media/secret-previews/${token}/constructor`)).statusCode).toBe(404);
    await pass(7.1);
    expect((await look()).statusCode).toBe(404);
    const second = await open(path);
    expect(await second()).toBe(200);
    expect(await listed()).toMatchObject([{ title: "Secret", by: "admin" }]);
    expect((await read(path)).previewUntil).not.toBeNull();
    expect((await send("DELETE", `${path}/preview`)).status).toBe(204);
    expect(await second()).toBe(404);
    expect(await listed()).toEqual([]);
  });

  test("takes the password, is recorded and mailed to all admins, and so is its end", async () => {
    const path = await write("Told of");
    expect((await make(path, "not it")).body).toMatchObject({ code: "wrong-password" });
    expect((await send("POST", `${path}/preview`)).status).toBe(400);
    const other = { email: "other-admin@example.com", name: "Other", password: peoplesPassword };
    const id = await createUser(portal.portal, { ...other, roles: ["ROLE_ADMIN"] });
    await portal.runDueJobs();
    portal.mails.length = 0;
    await open(path);
    await send("DELETE", `${path}/preview`);
    await send("DELETE", `${path}/preview`);
    await portal.runDueJobs();
    expect(await trail(path.slice(1))).toEqual(["preview-made", "preview-ended"]);
    const subjects = (to: string) =>
      portal.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
    for (const to of ["admin@example.com", other.email]) {
      expect(subjects(to).toSorted()).toEqual([
        "A secret preview was made: Told of",
        "A secret preview was revoked: Told of",
      ]);
    }
    const [own, foreign] = ["admin@example.com", other.email].map((to) => lastMail(portal, to));
    expect([own?.action?.label, foreign?.action]).toEqual(["This was not me", undefined]);
    expect(foreign?.paragraphs.join("\n")).toContain("It was done by admin.");
    await portal.portal.database.delete(users).where(eq(users.id, id));
  });

  test.each([
    ["it is published", (path: string) => publish(path)],
    ["it is deleted", (path: string) => send("POST", `${path}/delete`)],
    [
      "its time of publication comes",
      async (path: string) => {
        await publish(path, "2027-01-01T08:00");
        await pass(0.1);
        await portal.portal.database
          .update(contentEntries)
          .set({ publishedAt: portal.portal.now() })
          .where(eq(contentEntries.slug, path.split("/").at(-1) ?? ""));
      },
    ],
  ])("ends when %s, also after a withdrawal", async (name, end) => {
    const path = await write(`Ends ${name}`);
    const look = await open(path);
    expect(await look()).toBe(200);
    await end(path);
    expect(await look()).toBe(404);
    expect(await listed()).toEqual([]);
    if (name === "it is published") await send("POST", `${path}/withdraw`);
    expect(await look()).toBe(404);
  });

  test("of a published entry is only made while everybody may read that", async () => {
    const path = await write("Of members");
    await publish(path);
    expect((await make(path)).body).toMatchObject({ code: "preview-impossible" });
    const { draft } = await read(path);
    await save(path, { ...draft, metadata: { ...draft.metadata, free: true } });
    expect((await make(path)).body).toMatchObject({ code: "preview-impossible" });
    await publish(path);
    const look = await open(path);
    expect(await look()).toBe(200);
    // Readers of it are members again.
    await save(path, { ...draft, metadata: { ...draft.metadata, free: false } });
    await publish(path);
    expect(await look()).toBe(404);
  });

  test.each([
    [
      "new password",
      async ({ email }: { email: string; id: string }) => {
        await call(portal, "POST", "/forgot-password", { body: { email } });
        await portal.runDueJobs();
        const token = linkToken(lastMail(portal, email));
        const body = { password: "quite another one, long" };
        expect((await call(portal, "POST", `/reset-password/${token}`, { body })).status).toBe(204);
      },
    ],
    [
      "This was not me",
      async ({ email }: { email: string; id: string }) => {
        await portal.runDueJobs();
        const token = linkToken(lastMail(portal, email));
        expect((await call(portal, "POST", `/secure-account/${token}`)).status).toBe(200);
      },
    ],
    [
      "role",
      async ({ email }: { email: string; id: string }) => {
        const command = { command: "admin" as const, email };
        await runUserCommand(portal.portal, { ...command, on: false });
        await runUserCommand(portal.portal, { ...command, on: true });
      },
    ],
    [
      "account",
      async ({ id }: { email: string; id: string }) => {
        await portal.portal.database.delete(users).where(eq(users.id, id));
      },
    ],
  ])("ends with the %s of who made it", async (what, end) => {
    const email = `${what.replaceAll(" ", "-").toLowerCase()}@example.com`;
    const user = { email, name: "Maker", password: peoplesPassword };
    const id = await createUser(portal.portal, { ...user, roles: ["ROLE_ADMIN"] });
    const headers = { authorization: `Bearer ${await createSession(portal.portal, id, "")}` };
    const path = await write(`Made with the ${what}`);
    const { body } = await call(portal, "POST", `/studio/entries${path}/preview`, {
      headers,
      body: { password: peoplesPassword },
    });
    const look = async () => (await portal.get(`/secret-previews/${body.token}`)).statusCode;
    expect(await look()).toBe(200);
    await end({ email, id });
    expect(await look()).toBe(404);
    await portal.portal.database.delete(users).where(eq(users.id, id));
  });
});

test("more sessions and set-ups than a text may have are refused in words, and nothing else is", async () => {
  const path = await write("Many parts");
  const { draft } = await read(path);
  const setUps = (count: number) =>
    withBody(draft, "```course\nfield 1 x 1\ndog 1,1\n```\n".repeat(count));
  expect((await save(path, setUps(100))).status).toBe(200);
  const more = await save(path, setUps(101));
  expect([more.status, more.body.fields]).toEqual([
    400,
    { "draft.texts.en.body": "A text has at most 100 set-ups." },
  ]);
  const session = { title: "One", minutes: 1, description: "Go." };
  const sessions = (count: number) => ({
    ...draft,
    texts: {
      en: {
        body: "A text.",
        front: {
          ...draft.texts.en?.front,
          weeks: [{ title: "W", sessions: Array.from({ length: count }, () => session) }],
        },
      },
    },
  });
  expect((await save(path, sessions(1000))).status).toBe(200);
  expect((await save(path, sessions(1001))).body.fields).toEqual({
    "draft.texts.en.front.weeks": "A protocol has at most 1000 sessions.",
  });
});

describe("the bin", () => {
  test("a deleted entry is gone at once, is restored whole until day 30, and then purged", async () => {
    const [restored, purged] = [await write("Restored"), await write("Purged")];
    const storage = openMediaStorage(portal.portal.config);
    const files = async () => (await Array.fromAsync(storage.list(portal.portal.now()))).length;
    const before = await files();
    await upload(purged, await createCanvas(30, 30).encode("png"), "purged.png");
    for (const path of [restored, purged]) {
      await publish(path);
      expect(await send("POST", `${path}/delete`)).toMatchObject({ body: { state: "bin" } });
      expect(await reads(path)).toBeNull();
      expect((await portal.get(`/review/entries${path}`, "reviewer")).statusCode).toBe(404);
      expect((await save(path, (await read(path)).draft)).status).toBe(409);
    }
    await pass(29);
    await portal.portal.jobs.runScheduled();
    expect(await send("POST", `${restored}/restore`)).toMatchObject({ body: { state: "draft" } });
    await pass(2);
    await portal.portal.jobs.runScheduled();
    expect((await send("GET", purged)).status).toBe(404);
    await makeFilesOld();
    await portal.portal.jobs.runScheduled();
    expect(await files()).toBe(before);
    await publish(restored);
    expect(await reads(restored)).toMatchObject({ title: "Restored" });
  });

  test("an entry that the content folder brings in place of a deleted draft is not purged with it", async () => {
    const path = await write("Brought later");
    await send("POST", `${path}/delete`);
    const place = join(portal.portal.config.contentDir ?? "", path);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, "entry.json"), entryJson("2026-02-01T07:00:00Z"));
    await writeFile(join(place, "en.md"), markdown("Of the folder"));
    await syncFolder(portal.portal, portal.portal.config.contentDir ?? "");
    expect(await read(path)).toMatchObject({ state: "published", isOfFolder: true });
    await pass(31);
    await portal.portal.jobs.runScheduled();
    expect(await reads(path)).toMatchObject({ title: "Of the folder" });
  });
});

describe("what keeps a working copy from being published", () => {
  const wrong = (kind: "recipes" | "videos", metadata: object, front: object) => {
    const texts = { en: { front: { title: "T", summary: "S", ...front }, body: "Text." } };
    const draft = { metadata: { author: "A", tags: ["t"], motif: "paw", ...metadata }, texts };
    const against = { kind, slug: "s", files: {}, tagIds: ["t"], tooComplex: [], kept: [] };
    return checkWorkingDraft({ ...against, portalLanguages: languages, draft }).problems;
  };

  test("is named once for a video without a file", () => {
    expect(wrong("videos", {}, {})).toEqual({ source: "forms:problem.video" });
  });

  test("says what is wrong, at the field", () => {
    const ingredients = [
      { quantity: "some", unit: "g", name: "Oats" },
      { quantity: 1, unit: "cup", name: "Oats" },
    ];
    const tin = { length: 500, width: 20 };
    const sources = [{ title: "T", publisher: "P", url: "http://x.example" }];
    const times = { prepMinutes: 1.5, cookMinutes: -1, servings: 2 };
    expect(wrong("recipes", { ...times, sources }, { ingredients, tin })).toEqual({
      prepMinutes: "forms:problem.wholeNumber",
      cookMinutes: "forms:problem.numberTooSmall",
      "sources.0.url": "forms:problem.address",
      "en.ingredients.0.quantity": "forms:number",
      "en.ingredients.1.unit": "forms:problem.choice",
      "en.tin.length": "forms:problem.numberTooLarge",
    });
  });
});
