import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dayMs } from "#shared/durations.ts";
import { offlineLibrary } from "#shared/stored-values.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { sessionEnded } from "#renderer/session/session-end.ts";
import "#renderer/session/storages.ts";
import { show as sampleShow } from "#renderer/features/shows/testing/sample-shows.ts";
import { entry } from "#renderer/features/reading/testing/sample-entries.ts";
import "#renderer/testing/indexed-db.ts";
import {
  hasOfflineContent,
  storeEntry,
  markSaved,
  maxOpened,
  readEntry,
  setKeepsTexts,
} from "./offline-entries.ts";
import { offlineShows } from "./offline-answers.ts";
import { renewLease, underLease, leaseLastsMs } from "./offline-store.ts";
import { addPart, beginVideo, findVideo, removeVideo } from "./offline-videos.ts";
import { readOfflineLibrary } from "./read-offline-library.ts";

const weave = { kind: "articles", slug: "weave-entries" } as const;

/** Names of the databases that the device has. */
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

const show = (id: string, on: string) =>
  sampleShow({ id: `00000000-0000-4000-8000-00000000000${id}`, on, ticks: ["papers"] });

const slugs = async () =>
  (await readOfflineLibrary())?.entries.map((stored) => stored.entry.slug) ?? null;

const openAs = async (userId: string, token: string) => {
  platform.write("token", token);
  await renewLease(userId);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T12:00:00Z") });
  localStorage.clear();
  await platform.load();
  await openAs("ada", "t1");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("what is kept", () => {
  it("can be read for fourteen days by its member, without signed addresses", async () => {
    const media = {
      source: { src: "/api/media/x?signature=1", type: "video/webm" },
      captions: [],
    };
    await storeEntry(entry({ media }), { isOpened: true });
    vi.setSystemTime(Date.now() + leaseLastsMs - 1);
    const found = await readEntry(weave, "en");
    expect(found?.stored?.entry.body).toBe("Stand **still**.");
    expect(JSON.stringify(found)).not.toContain("signature");
  });

  it("is kept in each language that was read, and found in another one", async () => {
    await storeEntry(entry(), { isOpened: true });
    expect((await readEntry(weave, "pl"))?.stored?.entry.language).toBe("en");
    await storeEntry(entry({ language: "pl", title: "Wejścia" }), { isOpened: true });
    expect((await readEntry(weave, "pl"))?.stored?.entry.title).toBe("Wejścia");
    expect((await readEntry(weave, "en"))?.stored?.entry.title).toBe("Weave entries");
  });

  it("is everything saved, and the latest of what was opened", async () => {
    await storeEntry(entry({ slug: "saved" }), { isSaved: true });
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
    await storeEntry(entry({ slug: "elsewhere" }), { isSaved: true });
    await storeEntry(entry({ slug: "here" }), { isSaved: true, isOpened: true });
    await markSaved({ kind: "articles", slug: "elsewhere" }, false);
    await markSaved({ kind: "articles", slug: "here" }, false);
    expect(await slugs()).toEqual(["here"]);
  });

  it("is the shows that are not over, with their ticks, until the last one is", async () => {
    const shows = [show("1", "2026-11-22"), show("2", "2026-11-23"), show("3", "2026-12-01")];
    expect(await offlineShows.store({ shows, items: [], leftOut: 0 })).toBe(true);
    expect((await offlineShows.read())?.stored?.answer.shows).toEqual(shows.slice(1));
    expect((await readOfflineLibrary())?.shows).toHaveLength(2);
    expect(await hasOfflineContent()).toBe(true);
    expect(await offlineShows.store({ shows: shows.slice(0, 1), items: [], leftOut: 0 })).toBe(
      false,
    );
    expect(await hasOfflineContent()).toBe(false);
  });

  it("is no show of another member, or where no texts are wanted", async () => {
    const shows = [show("1", "2026-12-01")];
    await offlineShows.store({ shows, items: [], leftOut: 0 });
    expect((await offlineShows.read())?.stored?.answer.shows).toEqual(shows);
    await setKeepsTexts(false);
    expect((await offlineShows.read())?.stored).toBeNull();
    expect(await offlineShows.store({ shows, items: [], leftOut: 0 })).toBe(false);
    await setKeepsTexts(true);
    await offlineShows.store({ shows, items: [], leftOut: 0 });
    await openAs("bob", "t2");
    expect((await offlineShows.read())?.stored).toBeNull();
  });

  it("is no text where none is wanted, but that of a kept video", async () => {
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
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const transact = vi.spyOn(platform.offlineLibrary, "transact").mockImplementationOnce(full);
    expect(await storeEntry(entry({ slug: "saved" }), { isSaved: true })).toBe(true);
    transact.mockRestore();
    expect(await slugs()).toEqual(["saved"]);
    vi.spyOn(platform.offlineLibrary, "transact").mockImplementation(async () => full());
    expect(await storeEntry(entry({ slug: "third" }), { isSaved: true })).toBe(false);
  });
});

describe("nothing is left, and nothing can be read,", () => {
  beforeEach(async () => {
    await storeEntry(entry(), { isOpened: true, isSaved: true });
    await offlineShows.store({ shows: [show("1", "2026-12-31")], items: [], leftOut: 0 });
  });
  const isGone = async () => {
    expect(await readOfflineLibrary()).toBeNull();
    expect(await offlineShows.read()).toBeNull();
    expect(await readEntry(weave, "en")).toBeNull();
    expect(await hasOfflineContent()).toBe(false);
    // An attempt to read without a lease makes an empty database.
    const remaining = await platform.offlineLibrary.transact(async (transaction) => [
      ...(await transaction.objectStore("lease").getAll()),
      ...(await transaction.objectStore("entries").getAll()),
      ...(await transaction.objectStore("shows").getAll()),
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
    sessionEnded(reason);
    expect(await readOfflineLibrary()).toBeNull();
    await vi.waitFor(async () => expect(await databases()).toEqual([]));
    expect(await isGone()).toBe(true);
  });

  it("by a session of somebody else, whose sign-in deletes it", async () => {
    platform.write("token", "t2");
    expect(await readOfflineLibrary()).toBeNull();
    await renewLease("bob");
    expect(await slugs()).toEqual([]);
    await storeEntry(entry({ slug: "of-bob" }), { isOpened: true });
    platform.write("token", "t1");
    expect(await readOfflineLibrary()).toBeNull();
    await renewLease("ada");
    expect(await slugs()).toEqual([]);
  });

  it("by the same user after a lease that ended, however soon the server confirms the membership", async () => {
    vi.setSystemTime(Date.now() + leaseLastsMs);
    await renewLease("ada");
    expect(await slugs()).toEqual([]);
  });

  it("after a logout while something is being written", async () => {
    const written = storeEntry(entry({ slug: "late" }), { isOpened: true });
    sessionEnded("logged-out");
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
  await renewLease("ada");
  expect(await readOfflineLibrary()).toBeNull();
  expect(await storeEntry(entry(), { isOpened: true })).toBe(false);
  await platform.offlineLibrary.remove();
});

it("has a database of the declared name", async () => {
  expect(await databases()).toEqual([offlineLibrary.database]);
});
