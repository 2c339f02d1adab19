import { useEffect, useState } from "react";
import type { Entry } from "#shared/api/library.ts";
import { readVideo } from "./offline-videos.ts";

type Media = NonNullable<Entry["media"]>;
type Stored = NonNullable<Awaited<ReturnType<typeof readVideo>>>;

/** Returns addresses of a kept video and its captions, which work in this window until they are revoked. */
function addressesOf({ video, file }: Stored): Media {
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

function revoke({ source, captions }: Media): void {
  for (const { src } of [source, ...captions]) URL.revokeObjectURL(src);
}

/** Returns the media of a video that this device keeps; null if it does not or without a slug, undefined until that is known. */
export function useOfflineMedia(slug: string | null): Media | null | undefined {
  const [media, setMedia] = useState<Media | null>();
  useEffect(() => {
    if (slug === null) return undefined;
    let opened: Media | null = null;
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
