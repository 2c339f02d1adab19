import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listSessions } from "#shared/api/account.ts";
import { getContent, type Entry } from "#shared/api/library.ts";
import { listMembers } from "#shared/api/members.ts";
import { getMembership } from "#shared/api/membership.ts";
import { listSaved } from "#shared/api/shelf.ts";
import { listTraining } from "#shared/api/training.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { dayMs } from "#shared/durations.ts";
import { offlineLibrary } from "#shared/stored-values.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { announceSessionEnd } from "#renderer/session/session-end.ts";
import "#renderer/session/storages.ts";
import { listShows } from "#shared/api/show-day.ts";
import { pagesOf, queryOf } from "#renderer/api-client/query.ts";
import { configureClient } from "#renderer/api-client/client.ts";
import { leaseLastsMs, readHolder, renewLease, underLease } from "#renderer/session/lease.ts";
import { samplePlan } from "#renderer/testing/sample-plan.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { show } from "#renderer/features/shows/testing/sample-shows.ts";
import { entry, teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import "#renderer/testing/indexed-db.ts";
import {
  maxOpened,
  readAnswer,
  setKeepsTexts,
  storeAnswer,
  storeEntry,
  storeSaved,
} from "./stored-answers.ts";
import { addPart, beginVideo, findVideo, removeVideo } from "./offline-videos.ts";
import { readOfflineLibrary } from "./read-offline-library.ts";

const weave = { kind: "articles", slug: "weave-entries" } as const;
const weaveKey = () => queryOf(getContent, { params: weave }).queryKey;
const readWeave = async () => (await readAnswer(weaveKey()))?.data as Entry | undefined;
const showsKey = () => queryOf(listShows, {}).queryKey;
const shows = { shows: [show()], items: [], leftOut: 0 };
const speak = (language: string) =>
  configureClient({ token: () => "t1", language: () => language });
/** Has the saved entries be known. */
const save = (...slugsOf: string[]) =>
  storeSaved([{ items: slugsOf.map((slug) => teaser({ slug })), nextCursor: null }]);

/** Names of the databases that the device has. */
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

const slugs = async () =>
  (await readOfflineLibrary())?.entries.map((stored) => stored.entry.slug) ?? null;

const openAs = async (userId: string, token: string) => {
  platform.write("token", token);
  await renewLease({ ...ada, id: userId });
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T12:00:00Z") });
  localStorage.clear();
  speak("en");
  await platform.load();
  await openAs("ada", "t1");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("what is stored", () => {
  it("can be read for fourteen days by its member, without signed addresses", async () => {
    const media = {
      source: { src: "/api/media/x?signature=1", type: "video/webm" },
      captions: [],
    };
    await storeEntry(entry({ media }), { isOpened: true });
    vi.setSystemTime(Date.now() + leaseLastsMs - 1);
    const found = await readWeave();
    expect(found?.body).toBe("Stand **still**.");
    expect(JSON.stringify(found)).not.toContain("signature");
  });

  it("is there in each language that was read, and found in another one", async () => {
    await storeEntry(entry(), { isOpened: true });
    speak("pl");
    expect((await readWeave())?.language).toBe("en");
    await storeEntry(entry({ language: "pl", title: "Wejścia" }), { isOpened: true });
    expect((await readWeave())?.title).toBe("Wejścia");
    speak("en");
    expect((await readWeave())?.title).toBe("Weave entries");
  });

  it("is everything saved, and the latest of what was opened", async () => {
    await save("saved");
    await storeEntry(entry({ slug: "saved" }), {});
    for (let i = 0; i < maxOpened + 2; i += 1) {
      vi.setSystemTime(Date.now() + 1_000);
      await storeEntry(entry({ slug: `opened-${i}` }), { isOpened: true });
    }
    const stored = await slugs();
    expect(stored).toHaveLength(maxOpened + 1);
    expect(stored?.[0]).toBe("saved");
    expect(stored).not.toContain("opened-1");
    expect(stored).toContain("opened-2");
  });

  it("goes with the bookmark, unless it was opened here", async () => {
    await save("elsewhere", "here");
    await storeEntry(entry({ slug: "elsewhere" }), {});
    await storeEntry(entry({ slug: "here" }), { isOpened: true });
    await save();
    expect(await slugs()).toEqual(["here"]);
  });

  it("has no address of a still, which expires: a drawing takes its place", async () => {
    const poster = "/api/media/seesaw.webp?session=1&expires=2&signature=3";
    const video = { durationSeconds: 60, poster };
    await storeSaved([{ items: [teaser({ kind: "videos", video })], nextCursor: null }]);
    const key = pagesOf(
      listSaved,
      () => ({ query: { kind: "videos" as const } }),
      () => null,
    ).queryKey;
    expect((await readAnswer(key))?.data).toMatchObject({
      pages: [{ items: [{ video: { poster: "" } }] }],
    });
  });

  it("is of the saved entries those of the kind that is asked for", async () => {
    await save("weave-entries");
    const of = async (kind: ContentKind) => {
      const key = pagesOf(
        listSaved,
        () => ({ query: { kind } }),
        () => null,
      ).queryKey;
      return (await readAnswer(key))?.data;
    };
    expect(await of("articles")).toMatchObject({ pages: [{ items: [{ slug: "weave-entries" }] }] });
    expect(await of("videos")).toMatchObject({ pages: [{ items: [] }] });
  });

  it("is of the training the last answer, whatever day it was asked for", async () => {
    const keyOf = (today: string) => queryOf(listTraining, { query: { today } }).queryKey;
    await storeAnswer(keyOf("2026-11-22"), { items: [samplePlan()] });
    await storeAnswer(keyOf("2026-11-23"), { items: [] });
    expect((await readAnswer(keyOf("2026-11-24")))?.data).toEqual({ items: [] });
  });

  it("is nothing of the account, of members or of the studio", async () => {
    for (const endpoint of [listSessions, listMembers, getMembership]) {
      expect(await storeAnswer(queryOf(endpoint, {}).queryKey, {})).toBe(false);
    }
  });

  it("is no answer of another member, or where no texts are wanted", async () => {
    await storeAnswer(showsKey(), shows);
    expect((await readAnswer(showsKey()))?.data).toEqual(shows);
    await setKeepsTexts(false);
    expect(await readAnswer(showsKey())).toBeNull();
    expect(await storeAnswer(showsKey(), shows)).toBe(false);
    await setKeepsTexts(true);
    await storeAnswer(showsKey(), shows);
    await openAs("bob", "t2");
    expect(await readAnswer(showsKey())).toBeNull();
  });

  it("is no text where none is wanted, but that of a stored video", async () => {
    const video = entry({ kind: "videos", slug: "seesaw" });
    await storeEntry(entry(), { isOpened: true });
    await beginVideo(video, { source: { src: "", type: "video/webm" }, captions: [] }, []);
    await addPart("seesaw", null);
    await storeEntry(video, { isNeeded: true });
    await setKeepsTexts(false);
    expect(await slugs()).toEqual(["seesaw"]);
    expect(await storeEntry(entry(), { isOpened: true })).toBe(false);
    await openAs("ada", "t1");
    expect((await readOfflineLibrary())?.keepsTexts).toBe(false);
    await removeVideo("seesaw");
    expect(await findVideo("seesaw")).toBeNull();
  });

  it("makes room for a saved entry once the device is full, and nothing breaks if that is not enough", async () => {
    await storeEntry(entry({ slug: "opened" }), { isOpened: true });
    await save("saved", "third");
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const transact = vi.spyOn(platform.offlineLibrary, "transact").mockImplementationOnce(full);
    expect(await storeEntry(entry({ slug: "saved" }), {})).toBe(true);
    transact.mockRestore();
    expect(await slugs()).toEqual(["saved"]);
    vi.spyOn(platform.offlineLibrary, "transact").mockImplementation(async () => full());
    expect(await storeEntry(entry({ slug: "third" }), {})).toBe(false);
  });
});

describe("nothing is left, and nothing can be read,", () => {
  beforeEach(async () => {
    await storeEntry(entry(), { isOpened: true });
    await storeAnswer(showsKey(), shows);
  });
  const isGone = async () => {
    expect(await readOfflineLibrary()).toBeNull();
    expect(await readHolder()).toBeNull();
    expect(await readAnswer(showsKey())).toBeNull();
    expect(await readWeave()).toBeUndefined();
    // An attempt to read without a lease makes an empty database.
    const remaining = await platform.offlineLibrary.transact(async (transaction) => [
      ...(await transaction.objectStore("lease").getAll()),
      ...(await transaction.objectStore("answers").getAll()),
      ...(await transaction.objectStore("videos").getAll()),
    ]);
    return remaining.length === 0;
  };

  it("once the lease is over", async () => {
    expect(await slugs()).toEqual(["weave-entries"]);
    vi.setSystemTime(Date.now() + leaseLastsMs);
    expect(await isGone()).toBe(true);
  });

  it("once the clock was turned back", async () => {
    vi.setSystemTime(Date.now() + 10 * dayMs);
    expect(await slugs()).toEqual(["weave-entries"]);
    vi.setSystemTime(Date.now() - 5 * dayMs);
    expect(await isGone()).toBe(true);
  });

  it.each(["logged-out", "expired"] as const)("once the session ended (%s)", async (reason) => {
    announceSessionEnd(reason);
    expect(await readOfflineLibrary()).toBeNull();
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
    expect(await isGone()).toBe(true);
  });

  it("by a session of somebody else, whose sign-in deletes it", async () => {
    platform.write("token", "t2");
    expect(await readOfflineLibrary()).toBeNull();
    await renewLease({ ...ada, id: "bob" });
    expect(await slugs()).toEqual([]);
    await storeEntry(entry({ slug: "of-bob" }), { isOpened: true });
    platform.write("token", "t1");
    expect(await readOfflineLibrary()).toBeNull();
    await renewLease({ ...ada, id: "ada" });
    expect(await slugs()).toEqual([]);
  });

  it("by the same user after a lease that ended, however soon the server confirms the membership", async () => {
    vi.setSystemTime(Date.now() + leaseLastsMs);
    await renewLease({ ...ada, id: "ada" });
    expect(await slugs()).toEqual([]);
  });

  it("after a logout while something is being written", async () => {
    const written = storeEntry(entry({ slug: "late" }), { isOpened: true });
    announceSessionEnd("logged-out");
    await written;
    expect(await isGone()).toBe(true);
  });

  it("while the lease is broken", async () => {
    await underLease(async ({ transaction }) => {
      await transaction.objectStore("lease").put({ until: "always" }, "lease");
    });
    expect(await readOfflineLibrary()).toBeNull();
  });
});

it("stays when the same member signs in again, and each confirmation prolongs it", async () => {
  await storeEntry(entry(), { isOpened: true });
  const first = (await readOfflineLibrary())?.until ?? 0;
  vi.setSystemTime(Date.now() + 13 * dayMs);
  await openAs("ada", "t2");
  const shelf = await readOfflineLibrary();
  expect(shelf?.entries).toHaveLength(1);
  expect(shelf?.until).toBe(first + 13 * dayMs);
});

it("is nothing where storage is denied: no page breaks", async () => {
  vi.stubGlobal("indexedDB", undefined);
  await renewLease({ ...ada, id: "ada" });
  expect(await readOfflineLibrary()).toBeNull();
  expect(await storeEntry(entry(), { isOpened: true })).toBe(false);
  await platform.offlineLibrary.remove();
});

it("has a database of the declared name", async () => {
  expect(await databases()).toEqual([offlineLibrary.database]);
});
