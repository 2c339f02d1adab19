import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getContent } from "#shared/api/library.ts";
import { getUnpublished } from "#shared/api/review.ts";
import { listSaved } from "#shared/api/shelf.ts";
import { getDiarySummary } from "#shared/api/training-diary.ts";
import { pagesOf, queryClient, queryOf } from "#renderer/api-client/query.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import "#renderer/testing/after-each.ts";
import "#renderer/testing/indexed-db.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { entry, teaser } from "#renderer/features/reading/testing/sample-entries.ts";
import { configureClient } from "#renderer/api-client/client.ts";
import { renewLease } from "#renderer/session/lease.ts";
import { ada } from "#renderer/testing/sample-user.ts";
import { freshForMs, maxOpened, readAnswer, storeEntry, storeSaved } from "./stored-answers.ts";
import {
  fillSaved,
  followAnswers,
  maxFetched,
  updateStoredAnswers,
} from "./update-stored-answers.ts";
import { addPart, beginVideo, findVideo } from "./offline-videos.ts";
import { readOfflineLibrary } from "./read-offline-library.ts";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const weave = { kind: "articles", slug: "weave-entries" } as const;
const gone = {
  error: { kind: "rejected", message: "no", status: 404, code: "not-found" },
} as const;
const saved = (slugs: string[]) =>
  answer(listSaved, { data: { items: slugs.map((slug) => teaser({ slug })), nextCursor: null } });
const slugs = async () =>
  (await readOfflineLibrary())?.entries.map((stored) => stored.entry.slug).toSorted();
const fetched = () => sentTo(getContent).length;

/** Not the one that tests hold back: the database needs it. */
const wait = globalThis.setTimeout;

/** Fills the shelf, without the pauses between entries. */
async function fill(fills = true): Promise<void> {
  const state = { isDone: false };
  const filled = fillSaved(new AbortController().signal, {
    fills,
    untilShowable: async () => {},
  });
  void filled.then(() => (state.isDone = true));
  while (!state.isDone) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise((resolve) => void wait(resolve));
  }
}

/** Lets a time pass after which stored texts are asked for again. */
const grow = () => vi.setSystemTime(Date.now() + freshForMs);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: 1_800_000_000_000 });
  localStorage.clear();
  await platform.load();
  platform.write("token", "t1");
  await renewLease(ada);
  saved([]);
});

describe("an entry that was opened, and not saved,", () => {
  beforeEach(() => storeEntry(entry(), { isOpened: true }));

  it("is not asked for again while it is recent", async () => {
    answer(getContent, { data: entry({ body: "Corrected." }) });
    await fill();
    expect(fetched()).toBe(0);
  });

  it("is asked for in the background, which is no use of the session", async () => {
    grow();
    answer(getContent, { data: entry() });
    await fill();
    const sent = [...sentTo(listSaved), ...sentTo(getContent)];
    expect(sent.map(({ input }) => input.background)).toEqual([true, true]);
  });

  it("is corrected after a week, also where nothing new is fetched", async () => {
    grow();
    answer(getContent, { data: entry({ body: "Corrected." }) });
    await fill(false);
    expect((await readOfflineLibrary())?.entries).toMatchObject([
      { entry: { body: "Corrected." }, isSaved: false, openedAt: 1_800_000_000_000 },
    ]);
    await fill();
    expect(fetched()).toBe(1);
  });

  it("goes once it is withdrawn", async () => {
    grow();
    answer(getContent, gone);
    await fill();
    expect(await slugs()).toEqual([]);
  });

  it("stays if the server fails", async () => {
    grow();
    answer(getContent, { error: { kind: "unexpected", message: "broken", status: 500 } });
    await fill();
    expect(await slugs()).toEqual(["weave-entries"]);
  });

  it("is replaced in the other language as well: a copy that nobody asks for would never be corrected", async () => {
    grow();
    answer(getContent, { data: entry({ language: "pl", body: "Poprawione." }) });
    configureClient({ token: () => "t1", language: () => "pl" });
    await fill();
    configureClient({ token: () => "t1", language: () => "en" });
    const stored = (await readOfflineLibrary())?.entries.map((each) => each.entry.body);
    expect(stored).toEqual(["Poprawione."]);
  });
});

it("a saved entry that was withdrawn goes at the next start, although it was opened too", async () => {
  await storeSaved([{ items: [teaser()], nextCursor: null }]);
  await storeEntry(entry(), { isOpened: true });
  answer(getContent, gone);
  await fill();
  expect(await slugs()).toEqual([]);
});

it("a saved entry that was only unsaved elsewhere stays among those opened", async () => {
  await storeSaved([{ items: [teaser()], nextCursor: null }]);
  await storeEntry(entry(), { isOpened: true });
  answer(getContent, { data: entry() });
  await fill();
  expect((await readOfflineLibrary())?.entries).toMatchObject([{ isSaved: false }]);
});

it("a withdrawn video takes its file along", async () => {
  const video = entry({ kind: "videos", slug: "seesaw" });
  await storeEntry(video, { isOpened: true });
  await beginVideo(video, { source: { src: "", type: "video/webm" }, captions: [] }, []);
  await addPart("seesaw", null);
  grow();
  answer(getContent, gone);
  await fill();
  expect(await findVideo("seesaw")).toBeNull();
});

it("what is saved elsewhere is fetched a hundred at a time, after what was opened long ago", async () => {
  await storeEntry(entry({ slug: "opened" }), { isOpened: true });
  grow();
  saved(Array.from({ length: maxFetched + 5 }, (_, i) => `saved-${i}`));
  answer(getContent, gone);
  await fill();
  expect(fetched()).toBe(maxFetched);
  expect(sentTo(getContent)[0]?.input.params).toMatchObject({ slug: "opened" });
  expect(maxOpened).toBeLessThan(maxFetched);
});

it("what was saved before this began is in the stored list at once, not only with the next save", async () => {
  saved(["weave-entries"]);
  const untilShowable = async () => {};
  // Timers stand still: later everything that was saved is fetched.
  const stop = updateStoredAnswers(ada, { fills: true, hasSaved: true, untilShowable });
  const { queryKey } = pagesOf(
    listSaved,
    () => ({ query: {} }),
    () => null,
  );
  const isListed = async () =>
    JSON.stringify((await readAnswer(queryKey))?.data ?? "").includes("weave-entries");
  for (let turn = 0; turn < 100 && !(await isListed()); turn += 1)
    await new Promise((resolve) => void wait(resolve, 10));
  expect(await isListed()).toBe(true);
  stop();
});

it("the diary is stored once it was opened", async () => {
  const { queryKey } = queryOf(getDiarySummary, { query: {} });
  const summary = { days: [], results: [], dogs: [], protocols: [] };
  const stop = followAnswers(async () => {});
  queryClient.setQueryData(queryKey, summary);
  await vi.waitFor(async () => expect((await readAnswer(queryKey))?.data).toEqual(summary));
  stop();
});

it("a draft that a reviewer opens is never stored, other than what a member opens", async () => {
  const stop = followAnswers(async () => {});
  const open = (queryKey: readonly unknown[], data: unknown) => {
    const observer = new QueryObserver(queryClient, { queryKey, queryFn: async () => data });
    return observer.subscribe(() => {});
  };
  const published = { kind: "articles", slug: "published" } as const;
  const leaves = [
    open(queryOf(getUnpublished, { params: weave }).queryKey, {
      entry: entry(),
      publishedAt: null,
    }),
    open(queryOf(getContent, { params: published }).queryKey, entry(published)),
  ];
  await vi.waitFor(async () => expect(await slugs()).toEqual(["published"]));
  for (const leave of leaves) leave();
  stop();
});
