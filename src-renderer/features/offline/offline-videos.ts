import { useEffect, useState } from "react";
import type { Entry } from "#shared/api/library.ts";
import { offlineVideoSchema, type OfflineVideo } from "#shared/offline-library.ts";
import {
  readUnderLease,
  notifyOfflineChanged,
  underLease,
  type LeasedContent,
} from "#renderer/session/lease.ts";

const partsOf = (slug: string) => IDBKeyRange.bound([slug], [slug, []]);

const own = ({ lease }: LeasedContent, value: unknown): OfflineVideo | null => {
  const video = offlineVideoSchema.safeParse(value).data;
  return video?.userId === lease.userId ? video : null;
};

/** Returns all videos of the lease's holder, those too that are not complete. */
export async function allVideos(leased: LeasedContent): Promise<OfflineVideo[]> {
  const values: unknown[] = await leased.transaction.objectStore("videos").getAll();
  return values.map((value) => own(leased, value)).filter((video) => video !== null);
}

/** Returns whether any video is stored, complete or not. */
export const hasVideos = async (): Promise<boolean> =>
  ((await readUnderLease(({ transaction }) => transaction.objectStore("videos").count())) ?? 0) > 0;

/** Removes a video, complete or not, with its parts. */
export async function removeVideoIn({ transaction }: LeasedContent, slug: string): Promise<void> {
  await transaction.objectStore("videos").delete(slug);
  await transaction.objectStore("parts").delete(partsOf(slug));
}

export async function removeVideo(slug: string): Promise<void> {
  await readUnderLease((leased) => removeVideoIn(leased, slug));
  notifyOfflineChanged();
}

/** Returns a video that is stored as a whole, without its file; null if it is not. */
export const findVideo = (slug: string): Promise<OfflineVideo | null> =>
  readUnderLease(async (leased) => {
    const video = own(leased, await leased.transaction.objectStore("videos").get(slug));
    return video?.isComplete ? video : null;
  });

/** Returns a stored video with its file. The browser reads the file's parts when they are played. */
export const readVideo = (slug: string): Promise<{ video: OfflineVideo; file: Blob } | null> =>
  readUnderLease(async (leased) => {
    const video = own(leased, await leased.transaction.objectStore("videos").get(slug));
    if (!video?.isComplete) return null;
    const parts = await leased.transaction.objectStore("parts").getAll(partsOf(slug));
    return { video, file: new Blob(parts, { type: video.type }) };
  });

type Media = NonNullable<Entry["media"]>;

/** Begins to keep a video: replaces what an earlier attempt has left. Resolves to false without a lease. */
export async function beginVideo(
  { slug, title }: Entry,
  { source, framesPerSecond }: Media,
  captions: OfflineVideo["captions"],
): Promise<boolean> {
  const begun = await underLease(async (leased) => {
    await removeVideoIn(leased, slug);
    const video: OfflineVideo = {
      userId: leased.lease.userId,
      slug,
      title,
      type: source.type,
      captions,
      ...(framesPerSecond !== undefined && { framesPerSecond }),
      bytes: 0,
      parts: 0,
      isComplete: false,
    };
    await leased.transaction.objectStore("videos").put(video, slug);
    return true;
  });
  return begun ?? false;
}

/** Adds a part to a video, or marks it as complete without one. Resolves to false if it is not stored any more. */
export async function addPart(slug: string, part: Blob | null): Promise<boolean> {
  const added = await underLease(async (leased) => {
    const { transaction } = leased;
    const video = own(leased, await transaction.objectStore("videos").get(slug));
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

/** Returns addresses of a stored video and its captions, which work in this window until they are revoked. */
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

/** Returns the media of a video that this device stores; null if it does not or without a slug, undefined until that is known. */
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
