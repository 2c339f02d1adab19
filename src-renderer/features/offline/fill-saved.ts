import { getContent, pageSizes, type Teaser } from "#shared/api/library.ts";
import { listSaved } from "#shared/api/shelf.ts";
import { call } from "#renderer/api-client/client.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import type { OfflineEntry } from "#shared/offline-library.ts";
import { allEntries, dropEntry, freshForMs, storeEntry, markSaved } from "./offline-entries.ts";
import { offlineAnswers, type UntilShowable } from "./offline-answers.ts";
import { atIdle } from "#renderer/platform/at-idle.ts";
import { readUnderLease } from "./offline-store.ts";

/** Entries fetched at a time: the next start, or the next day, goes on. */
export const maxFetched = 100;

/** Time between two entries, so that what the member does comes first. */
const pauseMs = 500;

/** Resolves when the browser has nothing else to do. */
const idle = () => new Promise<void>(atIdle);

const keyOf = ({ kind, slug }: Pick<Teaser, "kind" | "slug">) => `${kind}/${slug}`;

/** Returns the teasers of everything that the member saved, or null if not all of them were fetched. */
async function fetchSaved(signal: AbortSignal): Promise<Teaser[] | null> {
  const items: Teaser[] = [];
  let cursor: string | null = null;
  type Page = Awaited<ReturnType<typeof call<typeof listSaved>>>;
  do {
    const query: { limit: number; cursor?: string } = {
      limit: pageSizes.max,
      ...(cursor !== null && { cursor }),
    };
    const { data }: Page = await call(listSaved, {
      query,
      signal,
      silent: true,
    });
    if (!data) return null;
    items.push(...data.items);
    cursor = data.nextCursor;
  } while (cursor !== null);
  return items;
}

/** An entry to fetch: because it is saved and missing, or to see whether what is kept is still the published text. */
type Wanted = Pick<Teaser, "kind" | "slug"> & { isSaved: boolean };

/** Returns kept entries that the server has to be asked about: those fetched long ago, and those saved no more. */
function outdatedOf(known: readonly OfflineEntry[], savedKeys: ReadonlySet<string>): Wanted[] {
  const now = Date.now();
  const outdated = known.filter(({ entry, isSaved, openedAt, keptAt }) => {
    // Unsaved on another device, or withdrawn: it goes unless it was opened here.
    const isGone = isSaved && !savedKeys.has(keyOf(entry));
    return isGone ? openedAt > 0 : now - keptAt >= freshForMs;
  });
  const byKey = new Map(outdated.map(({ entry }) => [keyOf(entry), entry]));
  return [...byKey].map(([key, { kind, slug }]) => ({ kind, slug, isSaved: savedKeys.has(key) }));
}

/** Compares what is kept with what is saved. Returns what has to be fetched, what may have to go first. */
async function compare(saved: readonly Teaser[], fetchesMissing: boolean): Promise<Wanted[]> {
  const stored = await readUnderLease(async (held) => ({
    known: await allEntries(held),
    keepsTexts: held.lease.keepsTexts,
  }));
  if (!stored) return [];
  const savedKeys = new Set(saved.map(keyOf));
  const outdated = outdatedOf(stored.known, savedKeys);
  for (const { entry, isSaved } of stored.known) {
    if (isSaved !== savedKeys.has(keyOf(entry))) await markSaved(entry, !isSaved);
  }
  const unsavedFirst = outdated.toSorted((a, b) => Number(a.isSaved) - Number(b.isSaved));
  if (!stored.keepsTexts || !fetchesMissing) return unsavedFirst;
  const present = new Set(stored.known.map(({ entry }) => `${keyOf(entry)}/${entry.language}`));
  const missing = saved
    .filter((teaser) => !present.has(`${keyOf(teaser)}/${teaser.language}`))
    .map(({ kind, slug }) => ({ kind, slug, isSaved: true }));
  return [...unsavedFirst, ...missing];
}

/** Fetches an entry and keeps it, or drops it if it is gone. Resolves to false if going on makes no sense. */
async function fetchEntry({ kind, slug, isSaved }: Wanted, signal: AbortSignal): Promise<boolean> {
  const { data, error } = await call(getContent, { params: { kind, slug }, signal, silent: true });
  if (data && isSaved) return storeEntry(data, { isSaved });
  if (data) await storeEntry(data, { isKnown: true });
  else if (error.code === "not-found") await dropEntry({ kind, slug });
  // One that is gone does not stop the others; no connection, a limit or an ended session does.
  return data !== null || error.code === "not-found";
}

async function fill(
  signal: AbortSignal,
  { fetchesMissing, untilShowable }: FillOptions,
): Promise<void> {
  const token = platform.read("token");
  const mayGoOn = () => !signal.aborted && navigator.onLine && platform.read("token") === token;
  const saved = await fetchSaved(signal);
  const wanted = saved && mayGoOn() ? await compare(saved, fetchesMissing) : [];
  for (const answer of offlineAnswers) {
    if (mayGoOn()) await answer.update(signal, { untilShowable, isStopped: () => !mayGoOn() });
  }
  if (wanted.length > 0) await untilShowable(true);
  for (const entry of wanted.slice(0, maxFetched)) {
    // One at a time, and only while there is nothing else to do.
    await idle();
    if (!mayGoOn() || !(await fetchEntry(entry, signal))) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

type FillOptions = {
  /** Whether to fetch what is saved and not kept yet: not on a connection that saves data. */
  fetchesMissing: boolean;
  untilShowable: UntilShowable;
};

/**
 * Fetches the member's shows and training, what was saved on whichever device and this one does not keep yet, and again what it has kept
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
