import { useEffect, useState } from "react";
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

type PlayableMedia = NonNullable<Entry["media"]>;
type Stored = NonNullable<Awaited<ReturnType<typeof readVideo>>>;

/** Returns addresses of a kept video and its captions, which work in this window until they are revoked. */
function addressesOf({ video, file }: Stored): PlayableMedia {
  const { captions, framesPerSecond, type } = video;
  return {
    source: { src: URL.createObjectURL(file), type },
    ...(framesPerSecond !== undefined && { framesPerSecond }),
    captions: captions.map(({ language, text }) => ({
      language,
      src: URL.createObjectURL(new Blob([text], { type: "text/vtt" })),
    })),
  };
}

function revoke({ source, captions }: PlayableMedia): void {
  for (const { src } of [source, ...captions]) URL.revokeObjectURL(src);
}

/** Returns the media of a video that this device keeps; null if it does not or without a slug, undefined until that is known. */
export function useOfflineMedia(slug: string | null): PlayableMedia | null | undefined {
  const [media, setMedia] = useState<PlayableMedia | null>();
  useEffect(() => {
    if (slug === null) return undefined;
    let opened: PlayableMedia | null = null;
    let isLeft = false;
    const open = async () => {
      const stored = await readVideo(slug);
      if (isLeft) return;
      opened = stored && addressesOf(stored);
      setMedia(opened);
    };
    void open();
    return () => {
      isLeft = true;
      if (opened) revoke(opened);
    };
  }, [slug]);
  return slug === null ? null : media;
}
