import { hashKey, type QueryKey } from "@tanstack/react-query";
import * as z from "zod/mini";
import { listAnnouncements } from "#shared/api/announcements.ts";
import { listDogs } from "#shared/api/dogs.ts";
import type { Endpoint } from "#shared/api/endpoint.ts";
import {
  entrySchema,
  getContent,
  getShowcase,
  listContent,
  type Entry,
  type Teaser,
} from "#shared/api/library.ts";
import { listRelated } from "#shared/api/related.ts";
import { listShows } from "#shared/api/show-day.ts";
import { getShelf, getShelfEntry, listSaved } from "#shared/api/shelf.ts";
import { getDiarySummary, listDiary } from "#shared/api/training-diary.ts";
import { listTraining } from "#shared/api/training.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { dayMs } from "#shared/durations.ts";
import {
  storedAnswerSchema,
  signedAddresses,
  withoutSignedAddresses,
  type StoredAnswer as AnswerRecord,
} from "#shared/offline-library.ts";
import type { Answer, StoredAnswer } from "#renderer/api-client/client.ts";
import { pagesOf, queryOf } from "#renderer/api-client/query.ts";
import { platform } from "#renderer/platform/current-platform.ts";
import {
  notifyOfflineChanged,
  readUnderLease,
  underLease,
  type LeasedContent,
} from "#renderer/session/lease.ts";
import {
  fetchMissingImages,
  putImagesIn,
  removeImagesIn,
  type OfflineImage,
} from "./offline-images.ts";
import { removeVideoIn } from "./offline-videos.ts";

/** Entries that are stored although they were only opened, the latest ones. */
export const maxOpened = 50;

/** Other answers that are stored, the latest ones. */
const maxOthers = 300;

/** Time after which a stored entry is fetched again: texts are corrected and withdrawn. */
export const freshForMs = 7 * dayMs;

type Input = { params?: Record<string, string>; query?: Record<string, unknown> };

type StoredEndpoint = {
  endpoint: Endpoint;
  /** Whether the last answer is stored only, whatever was asked for. */
  isOne?: true;
  /** Returns whether the answer to an input is stored. */
  keeps?: (input: Input) => boolean;
  /** Returns the part of the stored answer that an input asks for. */
  pick?: (data: object, input: Input) => object;
};

const savedPagesSchema = z.object({
  pages: z.array(listSaved.answer),
  pageParams: z.array(z.nullable(z.string())),
});
type SavedPages = z.infer<typeof savedPagesSchema>;

/** The saved entries of a kind. */
function ofKind(data: object, { query }: Input): object {
  const { pages, pageParams } = data as SavedPages; // parsed before
  const kind = query?.["kind"];
  const items = (all: Teaser[]) => all.filter((each) => kind === undefined || each.kind === kind);
  return { pages: pages.map((page) => ({ ...page, items: items(page.items) })), pageParams };
}

/** The endpoints whose answers a device stores for its member. */
const storedEndpoints: readonly StoredEndpoint[] = [
  { endpoint: getContent },
  { endpoint: getShelfEntry },
  { endpoint: listContent },
  { endpoint: listRelated },
  { endpoint: listSaved, isOne: true, keeps: ({ query }) => !query?.["kind"], pick: ofKind },
  { endpoint: getShelf },
  { endpoint: getShowcase },
  // Asked for with the day.
  { endpoint: listTraining, isOne: true },
  { endpoint: getDiarySummary },
  { endpoint: listDiary },
  { endpoint: listShows },
  { endpoint: listDogs },
  { endpoint: listAnnouncements },
];

type StoredQuery = StoredEndpoint & {
  input: Input;
  isPaged: boolean;
  hash: string;
  language: string;
};

/** Parses a key of `queryOf` or `pagesOf`. Null if its answers are not stored. */
function storedQuery(key: QueryKey): StoredQuery | null {
  const [method, path] = key;
  const storedEndpoint = storedEndpoints.find(
    ({ endpoint }) => endpoint.method === method && endpoint.path === path,
  );
  if (!storedEndpoint) return null;
  const isPaged = key[2] === "pages";
  const input = (key[isPaged ? 3 : 2] ?? {}) as Input; // as those functions make keys
  const hash = hashKey(storedEndpoint.isOne ? [method, path, isPaged] : key.slice(0, -1));
  return { ...storedEndpoint, input, isPaged, hash, language: String(key.at(-1)) };
}

/** Returns whether answers to the key of a query are stored. */
export const isStoredQuery = (key: QueryKey): boolean => storedQuery(key) !== null;

function schemaOf({ endpoint: { answer }, isPaged }: StoredQuery): z.ZodMiniType {
  if (!isPaged) return answer;
  return z.object({ pages: z.array(answer), pageParams: z.array(z.nullable(z.string())) });
}

const answersOf = ({ transaction }: LeasedContent) => transaction.objectStore("answers");

/** A list is greater than any text. */
const rangeOf = (hash: string) => IDBKeyRange.bound([hash], [hash, []]);

type Stored = AnswerRecord & { key: [hash: string, language: string] };

/** Returns answers of the lease's holder, all or those to a query. What does not parse is left out. */
async function stored(leased: LeasedContent, hash?: string): Promise<Stored[]> {
  const range = hash === undefined ? undefined : rangeOf(hash);
  const [keys, values] = await Promise.all([
    answersOf(leased).getAllKeys(range),
    answersOf(leased).getAll(range),
  ]);
  return values.flatMap((value, i) => {
    const { data } = storedAnswerSchema.safeParse(value);
    const key = keys[i];
    return data && key && data.userId === leased.lease.userId ? [{ ...data, key }] : [];
  });
}

/** Returns the stored answer to a query, in another language if need be. */
export async function readAnswer(queryKey: QueryKey): Promise<StoredAnswer | null> {
  const query = storedQuery(queryKey);
  if (!query) return null;
  const all = await readUnderLease((leased) => stored(leased, query.hash));
  const found = all?.find(({ key }) => key[1] === query.language) ?? all?.[0];
  const { data } = schemaOf(query).safeParse(found?.data);
  if (!found || typeof data !== "object" || data === null) return null;
  return { data: query.pick?.(data, query.input) ?? data, at: found.keptAt };
}

/** An entry that this device stores. */
export type StoredEntry = Pick<AnswerRecord, "keptAt" | "openedAt" | "bytes"> & {
  entry: Entry;
  isSaved: boolean;
};

const keyOf = ({ kind, slug }: Pick<Teaser, "kind" | "slug">) => `${kind}/${slug}`;

/** Returns the saved entries, by kind and slug, as far as this device knows. */
function savedIn(all: readonly Stored[]): ReadonlySet<string> {
  const lists = all.filter(({ path }) => path === listSaved.path);
  const pages = lists.flatMap(({ data }) => savedPagesSchema.safeParse(data).data?.pages ?? []);
  return new Set(pages.flatMap(({ items }) => items.map(keyOf)));
}

type EntryIn = StoredEntry & { key: Stored["key"] };

function entriesIn(all: readonly Stored[]): EntryIn[] {
  const saved = savedIn(all);
  return all.flatMap(({ path, data, ...rest }) => {
    const entry = path === getContent.path && entrySchema.safeParse(data).data;
    return entry ? [{ ...rest, entry, isSaved: saved.has(keyOf(entry)) }] : [];
  });
}

/** Returns all entries that are stored, in each language. */
export const allEntries = async (leased: LeasedContent): Promise<StoredEntry[]> =>
  entriesIn(await stored(leased));

async function removeEntry(leased: LeasedContent, { key, entry }: Pick<EntryIn, "key" | "entry">) {
  await answersOf(leased).delete(key);
  await removeImagesIn(leased, entry);
}

/** Returns whether an entry is that of a stored video, which needs it to be played. */
async function videosIn(
  leased: LeasedContent,
): Promise<(entry: Pick<Teaser, "kind" | "slug">) => boolean> {
  const videos = new Set(await leased.transaction.objectStore("videos").getAllKeys());
  return ({ kind, slug }) => kind === "videos" && videos.has(slug);
}

/** Removes unsaved entries except those opened last, and the oldest other answers. */
async function trim(leased: LeasedContent, most = maxOpened): Promise<void> {
  const all = await stored(leased);
  const isVideo = await videosIn(leased);
  const unsaved = entriesIn(all)
    .filter(({ entry, isSaved }) => !isSaved && !isVideo(entry))
    .toSorted((a, b) => b.openedAt - a.openedAt);
  const surplus = unsaved.filter(({ openedAt }, i) => i >= most || openedAt === 0);
  const others = all
    .filter(({ path }) => path !== getContent.path && path !== listSaved.path)
    .toSorted((a, b) => b.keptAt - a.keptAt);
  await Promise.all([
    ...surplus.map((each) => removeEntry(leased, each)),
    ...others.slice(maxOthers).map(({ key }) => answersOf(leased).delete(key)),
  ]);
}

/** Why an answer is stored; `isNeeded` also where no texts are wanted; `isKnown` only if it is stored already. */
type Reason = { isOpened?: boolean; isNeeded?: boolean; isKnown?: boolean };

async function isWanted(
  leased: LeasedContent,
  { hash }: StoredQuery,
  { isNeeded, isKnown }: Reason,
) {
  if (isKnown) return (await answersOf(leased).count(rangeOf(hash))) > 0;
  return leased.lease.keepsTexts || isNeeded === true;
}

type Given = { query: StoredQuery; data: object; at: number; reason: Reason };

async function put(
  leased: LeasedContent,
  { query, data, at, reason }: Given,
  images: OfflineImage[],
) {
  const { hash, language, endpoint } = query;
  const known = await stored(leased, hash);
  const others = known.filter(({ key }) => key[1] !== language);
  const openedAt = Math.max(0, ...known.map((each) => each.openedAt));
  // A copy in a language that nobody asks for would never be corrected.
  const isOutdated = ({ keptAt }: Stored) => query.isOne || leased.now - keptAt >= freshForMs;
  const outdated = others.filter(isOutdated);
  for (const { key } of outdated) await answersOf(leased).delete(key);
  const text = withoutSignedAddresses(data);
  let bytes = new TextEncoder().encode(text).length;
  if (endpoint === getContent) {
    const entry = data as Entry; // the answer of this endpoint
    for (const old of outdated.flatMap((each) => entrySchema.safeParse(each.data).data ?? []))
      if (old.language !== entry.language) await removeImagesIn(leased, old);
    await removeImagesIn(leased, entry, signedAddresses(entry.body));
    bytes += await putImagesIn(leased, entry, images);
  }
  const answer: AnswerRecord = {
    userId: leased.lease.userId,
    path: endpoint.path,
    data: JSON.parse(text) as unknown,
    keptAt: at,
    openedAt: reason.isOpened ? leased.now : openedAt,
    bytes,
  };
  await answersOf(leased).put(answer, [hash, language]);
  if (endpoint === getContent) await trim(leased);
}

/**
 * Stores the answer to a query, if it is one of those that are stored; an entry without images or in place of unsaved ones if there is
 * no room. `at`: when this device received it, in ms since 1970. Resolves to whether it is stored.
 */
export async function storeAnswer(
  queryKey: QueryKey,
  data: object,
  reason: Reason = {},
  at = Date.now(),
): Promise<boolean> {
  const token = platform.read("token");
  const query = storedQuery(queryKey);
  if (!query || query.keeps?.(query.input) === false) return false;
  const given = { query, data, at, reason };
  const images =
    query.endpoint === getContent
      ? await fetchMissingImages(data as Entry, (leased) => isWanted(leased, query, reason))
      : [];
  const keep = async (most: number, of: OfflineImage[]) =>
    await underLease(async (leased) => {
      // Another member may have logged in while images were fetched.
      if (platform.read("token") !== token || !(await isWanted(leased, query, reason)))
        return false;
      if (most < maxOpened) await trim(leased, most);
      await put(leased, given, of);
      return true;
    });
  const isStored = await keep(maxOpened, images)
    .catch((error: unknown) => (images.length > 0 ? keep(maxOpened, []) : Promise.reject(error)))
    .catch(() => keep(0, []))
    .catch(() => false);
  if (isStored) notifyOfflineChanged();
  return isStored ?? false;
}

type Slug = { kind: ContentKind; slug: string };

/** Stores an entry. Resolves to whether it is stored. */
export const storeEntry = (entry: Entry, reason: Reason): Promise<boolean> => {
  const { kind, slug } = entry;
  return storeAnswer(queryOf(getContent, { params: { kind, slug } }).queryKey, entry, reason);
};

/** Stores the list of saved entries, as its page asks for it, and removes entries that are no longer saved. */
export async function storeSaved(pages: Answer<typeof listSaved>[]): Promise<void> {
  const { queryKey } = pagesOf(
    listSaved,
    () => ({ query: {} }),
    ({ nextCursor }) => nextCursor,
  );
  const pageParams = [null, ...pages.map(({ nextCursor }) => nextCursor)].slice(0, pages.length);
  await storeAnswer(queryKey, { pages, pageParams });
  await readUnderLease((leased) => trim(leased));
  notifyOfflineChanged();
}

/** Removes an entry that is not published any more, with its video. */
export const dropEntry = (slug: Slug): Promise<unknown> =>
  readUnderLease(async (leased) => {
    const entries = entriesIn(await stored(leased)).filter(
      ({ entry }) => keyOf(entry) === keyOf(slug),
    );
    await Promise.all(entries.map((each) => removeEntry(leased, each)));
    if (slug.kind === "videos") await removeVideoIn(leased, slug.slug);
    notifyOfflineChanged();
  });

/** Sets whether texts are stored on this device; if not, all goes but the entries that stored videos need. */
export async function setKeepsTexts(keepsTexts: boolean): Promise<void> {
  await readUnderLease(async (leased) => {
    const { lease, transaction } = leased;
    if (!keepsTexts) {
      const all = await stored(leased);
      const isVideo = await videosIn(leased);
      const unneeded = entriesIn(all).filter(({ entry }) => !isVideo(entry));
      await Promise.all([
        ...unneeded.map((each) => removeEntry(leased, each)),
        ...all
          .filter(({ path }) => path !== getContent.path)
          .map(({ key }) => answersOf(leased).delete(key)),
      ]);
    }
    await transaction.objectStore("lease").put({ ...lease, keepsTexts }, "lease");
  });
  notifyOfflineChanged();
}
