import { getContent, pageSizes, type Teaser } from "../../../../src-shared/api/library.ts";
import { listShows } from "../../../../src-shared/api/show-day.ts";
import { listSaved } from "../../../../src-shared/api/shelf.ts";
import { call } from "../../../api-client/client.ts";
import { platform } from "../../../platform/current-platform.ts";
import { allEntries, keepEntry, markSaved } from "./kept-entries.ts";
import { keepShows } from "./kept-shows.ts";
import { readUnderLease } from "./kept-store.ts";

/** ms after which a kept entry is fetched again: texts are corrected now and then. */
const freshFor = 7 * 24 * 60 * 60_000;

/** ms between two entries, so that what the member does comes first. */
const pause = 500;

/** Resolves when the browser has nothing else to do. */
const idle = () =>
  new Promise<void>((resolve) => {
    // Safari lacks it.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, pause);
  });

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

/** Compares what is kept with what is saved. Returns what has to be fetched; null if texts are not kept. */
async function compare(saved: readonly Teaser[]): Promise<Teaser[] | null> {
  const now = Date.now();
  const known = await readUnderLease(async (held) =>
    held.lease.keepsTexts ? await allEntries(held) : null,
  );
  if (!known) return null;
  const savedKeys = new Set(saved.map(keyOf));
  for (const { entry, isSaved } of known) {
    if (isSaved !== savedKeys.has(keyOf(entry))) await markSaved(entry, !isSaved);
  }
  const fresh = new Set(
    known
      .filter(({ keptAt }) => now - keptAt < freshFor)
      .map(({ entry }) => `${keyOf(entry)}/${entry.language}`),
  );
  return saved.filter((teaser) => !fresh.has(`${keyOf(teaser)}/${teaser.language}`));
}

/** Fetches an entry and keeps it as saved. Resolves to false if going on makes no sense. */
async function fetchEntry({ kind, slug }: Teaser, signal: AbortSignal): Promise<boolean> {
  const { data, error } = await call(getContent, { params: { kind, slug }, signal, silent: true });
  if (data) return keepEntry(data, { isSaved: true });
  // One that is gone does not stop the others; no connection, a limit or an ended session does.
  return error.code === "not-found";
}

async function fill(signal: AbortSignal): Promise<void> {
  const token = platform.read("token");
  const mayGoOn = () => !signal.aborted && navigator.onLine && platform.read("token") === token;
  const saved = await fetchSaved(signal);
  const { data: shows } = mayGoOn() ? await call(listShows, { signal, silent: true }) : {};
  if (shows) await keepShows(shows);
  const missing = saved && mayGoOn() ? await compare(saved) : null;
  for (const teaser of missing ?? []) {
    // One at a time, and only while there is nothing else to do.
    await idle();
    if (!mayGoOn() || !(await fetchEntry(teaser, signal))) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Fetches the member's shows and what was saved, on whichever device, and this one does not keep yet: one entry after the
 * other, in one window at a time. Stops silently when something fails; the next start goes on.
 */
export async function fillSaved(signal: AbortSignal): Promise<void> {
  const run = async () => fill(signal).catch(() => {});
  // Only pages that come by https or from this computer have locks.
  if (!("locks" in navigator)) return run();
  await navigator.locks.request("fill-saved", { ifAvailable: true }, async (lock) => {
    if (lock) await run();
  });
}
