import type { Query } from "@tanstack/react-query";
import { getContent, pageSizes, type Entry, type Teaser } from "#shared/api/library.ts";
import type { ShelfChange } from "#shared/api/shelf-changes.ts";
import { getShelfEntry, listSaved } from "#shared/api/shelf.ts";
import { listShows } from "#shared/api/show-day.ts";
import { listTraining } from "#shared/api/training.ts";
import type { User } from "#shared/api/user.ts";
import { deviceDate } from "#shared/calendar-date.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { call, isOffered, type Answer, type CallInput } from "#renderer/api-client/client.ts";
import type { Endpoint } from "#shared/api/endpoint.ts";
import { onReconnect } from "#renderer/api-client/connection.ts";
import {
  isFromDevice,
  queryClient,
  QueryFailure,
  queryKey,
  queryOf,
} from "#renderer/api-client/query.ts";
import { atIdle } from "#renderer/platform/at-idle.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import { onOfflineChanged, readUnderLease, renewLease } from "#renderer/session/lease.ts";
import {
  allEntries,
  dropEntry,
  freshForMs,
  isStoredQuery,
  storeAnswer,
  storeEntry,
  storeSaved,
  type StoredEntry,
} from "./stored-answers.ts";
import { hasVideos } from "./offline-videos.ts";

/** Time after the start until entries saved on other devices are fetched. */
const fillAfterMs = 12_000;

/** Entries fetched at a time: the next start, or the next day, goes on. */
export const maxFetched = 100;

/** Time between two entries, so that what the member does comes first. */
const pauseMs = 500;

/** Resolves once this device can show stored content: soon if it is wanted, later if it was only opened. */
type UntilShowable = (isWanted: boolean) => Promise<void>;

type Options = {
  /** Whether to fetch saved entries that are not stored yet: not on a connection that saves data. */
  fills: boolean;
  /** Whether the member saved something before this began. */
  hasSaved: boolean;
  untilShowable: UntilShowable;
};

type FillOptions = Omit<Options, "hasSaved">;

type Slug = { kind: ContentKind; slug: string };

const isOf = (endpoint: Endpoint, { queryKey: key }: Query) =>
  queryKey(endpoint).every((part, i) => key[i] === part);

/** Returns whether an answer is of what the member plans: that is needed where there may be no connection. */
function isOwn(query: Query): boolean {
  const { data } = query.state;
  if (isOf(listTraining, query)) return (data as Answer<typeof listTraining>).items.length > 0;
  return isOf(listShows, query) && (data as Answer<typeof listShows>).shows.length > 0;
}

async function followEntry(query: Query, until: (isWanted: boolean) => Promise<boolean>) {
  const { data, error, dataUpdatedAt } = query.state;
  // Keys are made by `queryOf`, from the input of the endpoint.
  const { params } = query.queryKey[2] as { params: Slug };
  if (error instanceof QueryFailure && error.failure.code === "not-found") await dropEntry(params);
  const entry = data as Entry | undefined; // the answer of this endpoint
  // What is only asked for in advance was not opened; a former address leads to the entry.
  if (!entry || error || !query.isActive() || entry.slug !== params.slug) return;
  if (await until(false))
    await storeAnswer(query.queryKey, entry, { isOpened: true }, dataUpdatedAt);
}

/** Stores all answers shown in this window from now on. Returns the function that stops it. */
export function followAnswers(untilShowable: UntilShowable): () => void {
  const cache = queryClient.getQueryCache();
  let hasStopped = false;
  const until = async (isWanted: boolean) => {
    const token = platform.read("token");
    await untilShowable(isWanted);
    return !hasStopped && platform.read("token") === token;
  };
  const follow = async (query: Query) => {
    const { data, error, dataUpdatedAt } = query.state;
    if (isFromDevice(data)) return;
    if (isOf(getContent, query)) return followEntry(query, until);
    if (!isStoredQuery(query.queryKey) || typeof data !== "object" || data === null || error)
      return;
    if (await until(isOwn(query))) await storeAnswer(query.queryKey, data, {}, dataUpdatedAt);
  };
  for (const query of cache.getAll()) void follow(query);
  const stop = cache.subscribe((event) => {
    const isSettled = event.type === "updated" && ["success", "error"].includes(event.action.type);
    const isOpened = event.type === "observerAdded" && isOf(getContent, event.query);
    if (isSettled || isOpened) void follow(event.query);
  });
  return () => {
    hasStopped = true;
    stop();
  };
}

/** Has the device able to show the videos that are stored on request. Returns the function that stops it. */
function followVideos(untilShowable: UntilShowable): () => void {
  const follow = async () => {
    if (await hasVideos()) await untilShowable(true);
  };
  void follow();
  return onOfflineChanged(() => void follow());
}

/** Follows what the member saves, once the server has it. Returns the function that stops it. */
function followSaved(
  signal: AbortSignal,
  { hasSaved, untilShowable }: Pick<Options, "hasSaved" | "untilShowable">,
): () => void {
  const storeList = async () => {
    const saved = await fetchSaved(signal);
    if (saved && !signal.aborted) await storeSaved(saved);
    if (saved?.some(({ items }) => items.length > 0)) await untilShowable(true);
  };
  // One after the other: the list that was fetched last is stored last.
  let storing = Promise.resolve();
  const follow = () => {
    const next = storing.then(storeList);
    storing = next.catch(() => {});
  };
  if (hasSaved) follow();
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const changes = event.mutation.state.variables as readonly ShelfChange[] | undefined; // of this kind
    if (event.mutation.options.mutationKey?.[1] !== "shelf") return;
    if (changes?.some(({ type }) => type === "saved")) follow();
  });
}

/** Resolves when the browser has nothing else to do. */
const idle = () => new Promise<void>(atIdle);

const keyOf = ({ kind, slug }: Slug) => `${kind}/${slug}`;

/** Returns the list of everything that the member saved, or null if not all of it was fetched. */
async function fetchSaved(signal: AbortSignal): Promise<Answer<typeof listSaved>[] | null> {
  const pages: Answer<typeof listSaved>[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query: { limit: number; cursor?: string } = { limit: pageSizes.max };
    if (cursor !== undefined) query.cursor = cursor;
    const answer: Awaited<ReturnType<typeof call<typeof listSaved>>> = await call(listSaved, {
      query,
      signal,
      silent: true,
      background: true,
    });
    if (!answer.data) return null;
    pages.push(answer.data);
    cursor = answer.data.nextCursor;
  }
  return pages;
}

/** An entry to fetch. `isMissing`: it is not on the device yet; otherwise its text may have changed. */
type EntryToFetch = Slug & { isMissing: boolean };

/** Returns the entries on the device to fetch again: those fetched long ago, and those no longer saved. */
function outdatedOf(known: readonly StoredEntry[], wasSaved: ReadonlySet<string>): EntryToFetch[] {
  const now = Date.now();
  const outdated = known.filter(({ entry, isSaved, keptAt }) => {
    // Unsaved on another device, or withdrawn.
    const isGone = wasSaved.has(keyOf(entry)) && !isSaved;
    return isGone || now - keptAt >= freshForMs;
  });
  const byKey = new Map(outdated.map((kept) => [keyOf(kept.entry), kept]));
  return [...byKey.values()]
    .toSorted((a, b) => Number(a.isSaved) - Number(b.isSaved))
    .map(({ entry: { kind, slug } }) => ({ kind, slug, isMissing: false }));
}

/** Stores the list of saved entries. Returns the entries to fetch, those that may be gone first. */
async function compare(
  saved: Answer<typeof listSaved>[],
  fetchesMissing: boolean,
): Promise<EntryToFetch[]> {
  const before = await readUnderLease(allEntries);
  const wasSaved = new Set(before?.flatMap((kept) => (kept.isSaved ? keyOf(kept.entry) : [])));
  await storeSaved(saved);
  const stored = await readUnderLease(async (leased) => ({
    known: await allEntries(leased),
    keepsTexts: leased.lease.keepsTexts,
  }));
  if (!stored) return [];
  const { known, keepsTexts } = stored;
  const outdated = outdatedOf(known, wasSaved);
  const present = new Set(known.map(({ entry }) => `${keyOf(entry)}/${entry.language}`));
  const isMissing = (teaser: Teaser) => !present.has(`${keyOf(teaser)}/${teaser.language}`);
  const teasers = saved.flatMap(({ items }) => items);
  const missing = keepsTexts && fetchesMissing ? teasers.filter(isMissing) : [];
  return [...outdated, ...missing.map(({ kind, slug }) => ({ kind, slug, isMissing: true }))];
}

/** Fetches an answer and stores it. */
async function fetchAnswer<const E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const { data } = await call(endpoint, { ...input, silent: true, background: true });
  if (data) await storeAnswer(queryOf(endpoint, input).queryKey, data);
}

/** Fetches an entry and stores it, or drops it if it is gone. Resolves to false if going on makes no sense. */
async function fetchEntry(
  { kind, slug, isMissing }: EntryToFetch,
  signal: AbortSignal,
): Promise<boolean> {
  const params = { kind, slug };
  const { data, error } = await call(getContent, {
    params,
    signal,
    silent: true,
    background: true,
  });
  if (data && isMissing) {
    await fetchAnswer(getShelfEntry, { params, signal });
    return storeEntry(data, {});
  }
  if (data) await storeEntry(data, { isKnown: true });
  else if (error.code === "not-found") await dropEntry(params);
  // One that is gone does not stop the others; no connection, a limit or an ended session does.
  return data !== null || error.code === "not-found";
}

async function fill(signal: AbortSignal, { fills, untilShowable }: FillOptions): Promise<void> {
  const token = platform.read("token");
  const mayGoOn = () => !signal.aborted && navigator.onLine && platform.read("token") === token;
  const saved = await fetchSaved(signal);
  if (!saved || !mayGoOn()) return;
  await untilShowable(saved.some(({ items }) => items.length > 0));
  const wanted = mayGoOn() ? await compare(saved, fills) : [];
  if (mayGoOn() && isOffered(listShows)) await fetchAnswer(listShows, { signal });
  const query = { today: deviceDate(new Date()) };
  if (mayGoOn() && isOffered(listTraining)) await fetchAnswer(listTraining, { query, signal });
  for (const entry of wanted.slice(0, maxFetched)) {
    // One at a time, and only while there is nothing else to do.
    await idle();
    if (!mayGoOn() || !(await fetchEntry(entry, signal))) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Fetches the member's shows and training, what was saved on whichever device and this one does not keep yet, and again what it has stored
 * for long: corrected texts replace theirs, and withdrawn ones go. One entry after the other, in one window at a time. Stops
 * silently when something fails; the next start goes on.
 */
export async function fillSaved(signal: AbortSignal, options: FillOptions): Promise<void> {
  const run = async () => fill(signal, options).catch(() => {});
  // Only pages that come by https or from this computer have locks.
  if (!("locks" in navigator)) return run();
  await navigator.locks.request("fill-saved", { ifAvailable: true }, async (lock) => {
    if (lock) await run();
  });
}

/** Stores what an active member opens and saves, and renews the lease. Returns the function that stops it. */
export function updateStoredAnswers(user: User, options: Options): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const start = async () => {
    await renewLease(user);
    if (signal.aborted) return;
    const { untilShowable } = options;
    const fillNow = () => void fillSaved(signal, options);
    const timer = setTimeout(fillNow, fillAfterMs);
    const stops = [
      followAnswers(untilShowable),
      followVideos(untilShowable),
      followSaved(signal, options),
      onReconnect(fillNow),
    ];
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    });
  };
  void start();
  return () => ending.abort();
}
