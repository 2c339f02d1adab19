import type { Entry } from "#shared/api/library.ts";
import { offlineVideoSchema, type OfflineVideo } from "#shared/offline-library.ts";
import {
  readUnderLease,
  notifyOfflineChanged,
  underLease,
  type Held,
} from "#renderer/session/lease.ts";

const partsOf = (slug: string) => IDBKeyRange.bound([slug], [slug, []]);

const own = ({ lease }: Held, value: unknown): OfflineVideo | null => {
  const video = offlineVideoSchema.safeParse(value).data;
  return video?.userId === lease.userId ? video : null;
};

/** Returns all videos of the lease's holder, those too that are not complete. */
export async function allVideos(held: Held): Promise<OfflineVideo[]> {
  const values: unknown[] = await held.transaction.objectStore("videos").getAll();
  return values.map((value) => own(held, value)).filter((video) => video !== null);
}

/** Returns whether any video is kept, complete or not. */
export const hasVideos = async (): Promise<boolean> =>
  ((await readUnderLease(({ transaction }) => transaction.objectStore("videos").count())) ?? 0) > 0;

/** Removes a video, complete or not, with its parts. */
export async function removeVideoIn({ transaction }: Held, slug: string): Promise<void> {
  await transaction.objectStore("videos").delete(slug);
  await transaction.objectStore("parts").delete(partsOf(slug));
}

export async function removeVideo(slug: string): Promise<void> {
  await readUnderLease((held) => removeVideoIn(held, slug));
  notifyOfflineChanged();
}

/** Returns a video that is kept as a whole, without its file; null if it is not. */
export const findVideo = (slug: string): Promise<OfflineVideo | null> =>
  readUnderLease(async (held) => {
    const video = own(held, await held.transaction.objectStore("videos").get(slug));
    return video?.isComplete ? video : null;
  });

/** Returns a kept video with its file. The browser reads the file's parts when they are played. */
export const readVideo = (slug: string): Promise<{ video: OfflineVideo; file: Blob } | null> =>
  readUnderLease(async (held) => {
    const video = own(held, await held.transaction.objectStore("videos").get(slug));
    if (!video?.isComplete) return null;
    const parts = await held.transaction.objectStore("parts").getAll(partsOf(slug));
    return { video, file: new Blob(parts, { type: video.type }) };
  });

type Media = NonNullable<Entry["media"]>;

/** Begins to keep a video: replaces what an earlier attempt has left. Resolves to false without a lease. */
export async function beginVideo(
  { slug, title }: Entry,
  { source, framesPerSecond }: Media,
  captions: OfflineVideo["captions"],
): Promise<boolean> {
  const begun = await underLease(async (held) => {
    await removeVideoIn(held, slug);
    const video: OfflineVideo = {
      userId: held.lease.userId,
      slug,
      title,
      type: source.type,
      captions,
      ...(framesPerSecond !== undefined && { framesPerSecond }),
      bytes: 0,
      parts: 0,
      isComplete: false,
    };
    await held.transaction.objectStore("videos").put(video, slug);
    return true;
  });
  return begun ?? false;
}

/** Adds a part to a video, or marks it as complete without one. Resolves to false if it is not kept any more. */
export async function addPart(slug: string, part: Blob | null): Promise<boolean> {
  const added = await underLease(async (held) => {
    const { transaction } = held;
    const video = own(held, await transaction.objectStore("videos").get(slug));
    if (!video) return false;
    const { bytes, parts } = video;
    if (part) await transaction.objectStore("parts").put(part, [slug, parts]);
    const next = part
      ? { ...video, bytes: bytes + part.size, parts: parts + 1 }
      : { ...video, isComplete: true };
    await transaction.objectStore("videos").put(next, slug);
    return true;
  });
  return added ?? false;
}
