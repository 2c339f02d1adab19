import { useEffect, useState } from "react";
import type { Entry } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
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

/** Returns the media of a video that this device keeps; null if it does not, undefined until that is known. */
export function useOfflineMedia(kind: ContentKind, slug: string): Media | null | undefined {
  const [media, setMedia] = useState<Media | null>();
  const isVideo = kind === "videos";
  useEffect(() => {
    if (!isVideo) return undefined;
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
  }, [isVideo, slug]);
  return isVideo ? media : null;
}
