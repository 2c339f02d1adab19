import { useEffect, useState } from "react";
import type { Entry } from "#shared/api/library.ts";
import { signedAddresses } from "#shared/offline-library.ts";
import { readUnderLease, type LeasedContent } from "#renderer/session/lease.ts";
import { freeStorageBytes } from "./storage-space.ts";

/** Of images, per entry. */
const maxBytes = 20_000_000;

type EntryKey = Pick<Entry, "kind" | "slug" | "language">;

export type OfflineImage = { path: string; file: Blob };

const imagesOf = ({ transaction }: LeasedContent) => transaction.objectStore("images");

/** The images of an entry: a list is greater than any path. */
const rangeOf = ({ kind, slug, language }: EntryKey) =>
  IDBKeyRange.bound([kind, slug, language], [kind, slug, language, []]);

/** Removes the images of an entry, but for those with some paths. */
export async function removeImagesIn(
  leased: LeasedContent,
  entry: EntryKey,
  except: ReadonlyMap<string, unknown> = new Map(),
): Promise<void> {
  const keys = await imagesOf(leased).getAllKeys(rangeOf(entry));
  const unwanted = keys.filter(([, , , path]) => !except.has(path));
  await Promise.all(unwanted.map((key) => imagesOf(leased).delete(key)));
}

/** Stores images of an entry beside those that are stored already. Returns the bytes of all. */
export async function putImagesIn(
  leased: LeasedContent,
  entry: EntryKey,
  images: readonly OfflineImage[],
): Promise<number> {
  const { kind, slug, language } = entry;
  await Promise.all(
    images.map(({ path, file }) => imagesOf(leased).put(file, [kind, slug, language, path])),
  );
  const files = await imagesOf(leased).getAll(rangeOf(entry));
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the images of a stored entry by their paths; null without a lease. */
export const readImages = (entry: EntryKey): Promise<OfflineImage[] | null> =>
  readUnderLease(async (leased) => {
    const range = rangeOf(entry);
    const [keys, files] = await Promise.all([
      imagesOf(leased).getAllKeys(range),
      imagesOf(leased).getAll(range),
    ]);
    return files.map((file, i) => ({ file, path: keys[i]?.[3] ?? "" }));
  });

async function fetchImage(address: string): Promise<Blob | null> {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.blob().catch(() => null) : null;
}

/** Fetches those images of a wanted entry that the device lacks and has room for; others are described. */
export async function fetchMissingImages(
  entry: Entry,
  isWanted: (leased: LeasedContent) => Promise<boolean>,
): Promise<OfflineImage[]> {
  const wanted = signedAddresses(entry.body);
  if (wanted.size === 0) return [];
  const stored = (await readUnderLease(isWanted)) ? await readImages(entry) : null;
  if (!stored) return [];
  let room = Math.min((await freeStorageBytes()) ?? maxBytes, maxBytes);
  const images: OfflineImage[] = [];
  for (const [path, address] of wanted) {
    if (stored.some((image) => image.path === path)) continue;
    const file = await fetchImage(address);
    if (!file || file.size > room) continue;
    room -= file.size;
    images.push({ path, file });
  }
  return images;
}

type Sources = ReadonlyMap<string, string>;

const none: Sources = new Map();

/** Returns an address that contains the image: pages may show no other ones that do not come from the server. */
const addressOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    // What `readAsDataURL` gives is a text.
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("An image could not be read.")));
    reader.readAsDataURL(file);
  });

async function sourcesOf(images: readonly OfflineImage[]): Promise<Sources> {
  const pairs = images.map(async ({ path, file }) => [path, await addressOf(file)] as const);
  return new Map(await Promise.all(pairs));
}

/** Returns the addresses of a text's images that this device has stored, null without any; undefined until they are known. */
export function useOfflineImages(entry: Entry | null): Sources | null | undefined {
  const [found, setFound] = useState<{ of: Entry; sources: Sources }>();
  useEffect(() => {
    if (!entry) return undefined;
    let isShown = true;
    const read = async () => sourcesOf((await readImages(entry)) ?? []);
    void read()
      .catch(() => none)
      .then((sources) => isShown && setFound({ of: entry, sources }));
    return () => void (isShown = false);
  }, [entry]);
  if (!entry) return null;
  return found?.of === entry ? found.sources : undefined;
}
