import type { Entry } from "../../../../src-shared/api/library.ts";
import type { ContentKind } from "../../../../src-shared/content-kinds.ts";
import { keptEntrySchema, type KeptEntry } from "../../../../src-shared/kept-content.ts";
import type { Language } from "../../../../src-shared/languages.ts";
import { ownShows, removeShows } from "./kept-shows.ts";
import { readUnderLease, tellKeptChanged, underLease, type Held } from "./kept-store.ts";

/** How many entries are kept that were opened and not saved, the latest ones. */
export const mostOpened = 50;

type Slug = { kind: ContentKind; slug: string };

const keyOf = ({ kind, slug, language }: Slug & { language: Language }) =>
  [kind, slug, language] satisfies [string, string, string];

const parsed = (value: unknown): KeptEntry | null => keptEntrySchema.safeParse(value).data ?? null;

const entriesOf = ({ transaction }: Held) => transaction.objectStore("entries");

/** Returns those of the lease's holder. What does not parse is left out. */
const ownOf = ({ lease }: Held, values: unknown[]): KeptEntry[] =>
  values
    .map(parsed)
    .filter((kept) => kept !== null)
    .filter(({ userId }) => userId === lease.userId);

/** Returns all entries of the lease's holder. */
export const allEntries = async (held: Held): Promise<KeptEntry[]> =>
  ownOf(held, await entriesOf(held).getAll());

/** Returns an entry of the holder in all languages in which it is kept. */
async function ofEntry(held: Held, { kind, slug }: Slug): Promise<KeptEntry[]> {
  // A list is greater than any text.
  const range = IDBKeyRange.bound([kind, slug], [kind, slug, []]);
  return ownOf(held, await entriesOf(held).getAll(range));
}

const put = (held: Held, kept: KeptEntry) => entriesOf(held).put(kept, keyOf(kept.entry));
const remove = (held: Held, { entry }: KeptEntry) => entriesOf(held).delete(keyOf(entry));

/** Returns the entries whose video is not kept: the others are needed to play it. */
async function withoutVideo(held: Held, entries: KeptEntry[]): Promise<KeptEntry[]> {
  const videos = new Set(await held.transaction.objectStore("videos").getAllKeys());
  return entries.filter(({ entry }) => entry.kind !== "videos" || !videos.has(entry.slug));
}

/** Removes what was opened longest ago, beyond a number. */
async function trimOpened(held: Held, most: number): Promise<void> {
  const opened = (await withoutVideo(held, await allEntries(held))).filter(
    ({ isSaved }) => !isSaved,
  );
  const surplus = opened.toSorted((a, b) => b.openedAt - a.openedAt).slice(most);
  await Promise.all(surplus.map((kept) => remove(held, kept)));
}

/** Why an entry is kept; `isNeeded` also where no texts are wanted. */
type Reason = { isSaved?: boolean; isOpened?: boolean; isNeeded?: boolean };

async function putEntry(held: Held, whole: Entry, reason: Reason): Promise<void> {
  const { lease, now } = held;
  // Addresses of media expire; a video's file is kept by itself.
  const { media: _, ...entry } = whole;
  const before = parsed(await entriesOf(held).get(keyOf(entry)));
  const old = before?.userId === lease.userId ? before : null;
  await put(held, {
    userId: lease.userId,
    entry,
    keptAt: now,
    isSaved: reason.isSaved ?? old?.isSaved ?? false,
    openedAt: reason.isOpened ? now : (old?.openedAt ?? 0),
    bytes: new TextEncoder().encode(JSON.stringify(entry)).length,
  });
  if (reason.isOpened) await trimOpened(held, mostOpened);
}

/**
 * Keeps an entry. If the device has no room, what was opened and not saved makes room once; an entry that
 * still does not fit is left out. Resolves to whether it is kept.
 */
export async function keepEntry(entry: Entry, reason: Reason): Promise<boolean> {
  const keep = async (most: number) =>
    await underLease(async (held) => {
      if (!held.lease.keepsTexts && !reason.isNeeded) return false;
      if (most < mostOpened) await trimOpened(held, most);
      await putEntry(held, entry, reason);
      return true;
    });
  const isKept = await keep(mostOpened)
    .catch(() => keep(0))
    .catch(() => false);
  if (isKept) tellKeptChanged();
  return isKept ?? false;
}

/** Notes that a kept entry is saved, or not any more. */
export const markSaved = (slug: Slug, isSaved: boolean): Promise<unknown> =>
  readUnderLease(async (held) => {
    const known = (await ofEntry(held, slug)).filter((kept) => kept.isSaved !== isSaved);
    const change = (kept: KeptEntry) =>
      // Saved elsewhere and never opened here: nothing else keeps it.
      isSaved || kept.openedAt > 0 ? put(held, { ...kept, isSaved }) : remove(held, kept);
    await Promise.all(known.map(change));
    if (known.length > 0) tellKeptChanged();
  });

/** Removes an entry that is not published any more. */
export const dropEntry = (slug: Slug): Promise<unknown> =>
  readUnderLease(async (held) => {
    await Promise.all((await ofEntry(held, slug)).map((kept) => remove(held, kept)));
    tellKeptChanged();
  });

/** Sets whether texts are kept on this device; if not, shows go, and those entries that no kept video needs. */
export async function setKeepsTexts(keepsTexts: boolean): Promise<void> {
  await readUnderLease(async (held) => {
    const { lease, transaction } = held;
    const unwanted = keepsTexts ? [] : await withoutVideo(held, await allEntries(held));
    await Promise.all(unwanted.map((kept) => remove(held, kept)));
    if (!keepsTexts) await removeShows(held);
    await transaction.objectStore("lease").put({ ...lease, keepsTexts }, "lease");
  });
  tellKeptChanged();
}

/** Returns whether any entry or show is kept; false without a lease. */
export const hasKept = async (): Promise<boolean> =>
  (await readUnderLease(
    async (held) => (await entriesOf(held).count()) > 0 || (await ownShows(held)) !== null,
  )) ?? false;

/**
 * Returns the entry in a language, else in another one, with the end of the lease. Null without a lease; an
 * entry that is not kept is null.
 */
export const readEntry = (slug: Slug, language: Language) =>
  readUnderLease(async (held) => {
    const found = await ofEntry(held, slug);
    const kept = found.find(({ entry }) => entry.language === language) ?? found[0] ?? null;
    return { kept, until: held.lease.until };
  });
