import { useContext, useEffect, useState, type RefObject } from "react";
import type { Entry } from "../../../../src-shared/api/library.ts";
import { useApiQuery } from "../../../api-client/query.ts";
import { KeptContext } from "../kinds.ts";
import { shelfEntryQuery } from "../queries.ts";
import { shelfCode } from "./shelf-parts.ts";

/** Seconds after which a video that plays is not moved any more. */
const begun = 3;

/** Begins a video where it was stopped, on whichever device, and keeps its second once it plays. */
export function useWatching(
  { kind, slug }: Pick<Entry, "kind" | "slug">,
  player: RefObject<HTMLVideoElement | null>,
): void {
  const isKept = useContext(KeptContext);
  const { data } = useApiQuery(...shelfEntryQuery(kind, slug), { enabled: !isKept });
  // The place of last time: that in `data` changes while the video plays.
  const [place, setPlace] = useState(data?.place);
  // After a press on Save alone, `data` has no place yet.
  if (place === undefined && data?.place !== undefined) setPlace(data.place);
  const second = place?.position ?? 0;
  useEffect(() => {
    const video = player.current;
    if (!video || second === 0) return undefined;
    const resume = () => {
      if (video.currentTime < begun) video.currentTime = second;
    };
    if (video.readyState > 0) resume();
    video.addEventListener("loadedmetadata", resume, { once: true });
    return () => video.removeEventListener("loadedmetadata", resume);
  }, [player, second]);

  useEffect(() => {
    const video = player.current;
    if (!video) return undefined;
    let stop: (() => void) | null = null;
    let isLeft = false;
    const follow = async () => {
      const { followVideo } = await shelfCode.load();
      if (!isLeft) stop ??= followVideo(video, { kind, slug });
    };
    // Nothing is kept if the code does not load: the video plays all the same.
    const played = () => void follow().catch(() => {});
    video.addEventListener("play", played, { once: true });
    return () => {
      isLeft = true;
      video.removeEventListener("play", played);
      stop?.();
    };
  }, [player, kind, slug]);
}
