import type { Entry } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { dayMs } from "#shared/durations.ts";
import {
  offlineEntrySchema,
  signedAddresses,
  withoutSignatures,
  type OfflineEntry,
} from "#shared/offline-library.ts";
import type { Language } from "#shared/languages.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import {
  fetchMissingImages,
  putImagesIn,
  removeImagesIn,
  type OfflineImage,
} from "./offline-images.ts";
import { offlineAnswers } from "./offline-answers.ts";
import { readUnderLease, notifyOfflineChanged, underLease, type Held } from "./offline-store.ts";
import { removeVideoIn } from "./offline-videos.ts";

/** Entries that are kept although they were only opened, the latest ones. */
export const maxOpened = 50;

/** Time after which a kept entry is fetched again: texts are corrected and withdrawn. */
export const freshForMs = 7 * dayMs;

type Slug = { kind: ContentKind; slug: string };

const keyOf = ({ kind, slug, language }: Slug & { language: Language }) =>
  [kind, slug, language] satisfies [string, string, string];

const parsed = (value: unknown): OfflineEntry | null =>
  offlineEntrySchema.safeParse(value).data ?? null;

const entriesOf = ({ transaction }: Held) => transaction.objectStore("entries");

/** Returns those of the lease's holder. What does not parse is left out. */
const ownOf = ({ lease }: Held, values: unknown[]): OfflineEntry[] =>
  values
    .map(parsed)
    .filter((stored) => stored !== null)
    .filter(({ userId }) => userId === lease.userId);

export const allEntries = async (held: Held): Promise<OfflineEntry[]> =>
  ownOf(held, await entriesOf(held).getAll());

/** Returns an entry of the holder in all languages in which it is kept. */
async function ofEntry(held: Held, { kind, slug }: Slug): Promise<OfflineEntry[]> {
  // A list is greater than any text.
  const range = IDBKeyRange.bound([kind, slug], [kind, slug, []]);
  return ownOf(held, await entriesOf(held).getAll(range));
}

const put = (held: Held, stored: OfflineEntry) => entriesOf(held).put(stored, keyOf(stored.entry));

async function remove(held: Held, { entry }: OfflineEntry): Promise<void> {
  await entriesOf(held).delete(keyOf(entry));
  await removeImagesIn(held, entry);
}

/** Returns the entries whose video is not kept: the others are needed to play it. */
async function withoutVideo(held: Held, entries: OfflineEntry[]): Promise<OfflineEntry[]> {
  const videos = new Set(await held.transaction.objectStore("videos").getAllKeys());
  return entries.filter(({ entry }) => entry.kind !== "videos" || !videos.has(entry.slug));
}

/** Removes what was opened longest ago, beyond a number. */
async function trimOpened(held: Held, most: number): Promise<void> {
  const opened = (await withoutVideo(held, await allEntries(held))).filter(
    ({ isSaved }) => !isSaved,
  );
  const surplus = opened.toSorted((a, b) => b.openedAt - a.openedAt).slice(most);
  await Promise.all(surplus.map((stored) => remove(held, stored)));
}

/** Why an entry is kept; `isNeeded` also where no texts are wanted; `isKnown` only if it is kept already. */
type Reason = { isSaved?: boolean; isOpened?: boolean; isNeeded?: boolean; isKnown?: boolean };

/** Returns why an entry was kept so far. Copies in another language that were not fetched for long go. */
async function takeOver(held: Held, { kind, slug, language }: Entry) {
  const copies = await ofEntry(held, { kind, slug });
  const own = copies.filter(({ entry }) => entry.language === language);
  const outdated = copies.filter(
    ({ entry, keptAt }) => entry.language !== language && held.now - keptAt >= freshForMs,
  );
  await Promise.all(outdated.map((stored) => remove(held, stored)));
  const before = [...own, ...outdated];
  return {
    isSaved: before.some(({ isSaved }) => isSaved),
    openedAt: Math.max(0, ...before.map(({ openedAt }) => openedAt)),
  };
}

async function putEntry(
  held: Held,
  whole: Entry,
  reason: Reason,
  images: readonly OfflineImage[],
): Promise<void> {
  const { lease, now } = held;
  // Addresses of media expire; a video's file is kept by itself.
  const { media: _, ...rest } = whole;
  const entry = { ...rest, body: withoutSignatures(rest.body) };
  const old = await takeOver(held, whole);
  await removeImagesIn(held, entry, signedAddresses(whole.body));
  const imageBytes = await putImagesIn(held, entry, images);
  await put(held, {
    userId: lease.userId,
    entry,
    keptAt: now,
    isSaved: reason.isSaved ?? old.isSaved,
    openedAt: reason.isOpened ? now : old.openedAt,
    bytes: new TextEncoder().encode(JSON.stringify(entry)).length + imageBytes,
  });
  if (reason.isOpened) await trimOpened(held, maxOpened);
}

async function isWanted(held: Held, entry: Entry, { isNeeded, isKnown }: Reason) {
  if (isKnown) return (await ofEntry(held, entry)).length > 0;
  return held.lease.keepsTexts || isNeeded === true;
}

/** Keeps an entry, without images or in place of unsaved ones if there is no room. Resolves to whether it is kept. */
export async function storeEntry(entry: Entry, reason: Reason): Promise<boolean> {
  const token = platform.read("token");
  const images = await fetchMissingImages(entry, (held) => isWanted(held, entry, reason));
  const keep = async (maxKept: number, of: readonly OfflineImage[]) =>
    await underLease(async (held) => {
      // Another member may have logged in while images were fetched.
      if (platform.read("token") !== token || !(await isWanted(held, entry, reason))) return false;
      if (maxKept < maxOpened) await trimOpened(held, maxKept);
      await putEntry(held, entry, reason, of);
      return true;
    });
  const isStored = await keep(maxOpened, images)
    .catch((error: unknown) => (images.length > 0 ? keep(maxOpened, []) : Promise.reject(error)))
    .catch(() => keep(0, []))
    .catch(() => false);
  if (isStored) notifyOfflineChanged();
  return isStored ?? false;
}

/** Notes that a kept entry is saved, or not any more. */
export const markSaved = (slug: Slug, isSaved: boolean): Promise<unknown> =>
  readUnderLease(async (held) => {
    const known = (await ofEntry(held, slug)).filter((stored) => stored.isSaved !== isSaved);
    const change = (stored: OfflineEntry) =>
      // Saved elsewhere and never opened here: nothing else keeps it.
      isSaved || stored.openedAt > 0 ? put(held, { ...stored, isSaved }) : remove(held, stored);
    await Promise.all(known.map(change));
    if (known.length > 0) notifyOfflineChanged();
  });

/** Removes an entry that is not published any more, with its video. */
export const dropEntry = (slug: Slug): Promise<unknown> =>
  readUnderLease(async (held) => {
    await Promise.all((await ofEntry(held, slug)).map((stored) => remove(held, stored)));
    if (slug.kind === "videos") await removeVideoIn(held, slug.slug);
    notifyOfflineChanged();
  });

/** Sets whether texts are kept on this device; if not, shows and plans go, and those entries that no kept video needs. */
export async function setKeepsTexts(keepsTexts: boolean): Promise<void> {
  await readUnderLease(async (held) => {
    const { lease, transaction } = held;
    const unwanted = keepsTexts ? [] : await withoutVideo(held, await allEntries(held));
    await Promise.all(unwanted.map((stored) => remove(held, stored)));
    if (!keepsTexts) await Promise.all(offlineAnswers.map(({ removeIn }) => removeIn(held)));
    await transaction.objectStore("lease").put({ ...lease, keepsTexts }, "lease");
  });
  notifyOfflineChanged();
}

/** Returns whether any entry, show or plan is kept; false without a lease. */
export const hasOfflineContent = async (): Promise<boolean> =>
  (await readUnderLease(
    async (held) =>
      (await entriesOf(held).count()) > 0 ||
      (await Promise.all(offlineAnswers.map(({ ownIn }) => ownIn(held)))).some(Boolean),
  )) ?? false;

/** Returns the entry, in another language if need be, with the end of the lease. Null without a lease. */
export const readEntry = (slug: Slug, language: Language) =>
  readUnderLease(async (held) => {
    const found = await ofEntry(held, slug);
    const stored = found.find(({ entry }) => entry.language === language) ?? found[0] ?? null;
    return { stored, until: held.lease.until };
  });
