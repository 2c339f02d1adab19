import { useEffect, useState, type RefObject } from "react";
import type { Entry } from "#shared/api/library.ts";
import { followVideo } from "./follow/follow-video.ts";
import { useShelfEntry } from "./use-shelf-entry.ts";

/** Seconds after which a video that plays is not moved any more. */
const begun = 3;

function resumeAt(video: HTMLVideoElement, second: number): void {
  if (video.currentTime < begun) video.currentTime = second;
}

/** Begins a video where it was stopped, on whichever device, and keeps its second once it plays, unless switched off. */
export function useWatching(
  { kind, slug }: Pick<Entry, "kind" | "slug">,
  player: RefObject<HTMLVideoElement | null>,
  { enabled }: { enabled: boolean },
): void {
  const { data } = useShelfEntry({ kind, slug }, { enabled });
  // The place of last time: that in `data` changes while the video plays.
  const [place, setPlace] = useState(data?.place);
  // After a press on Save alone, `data` has no place yet.
  if (place === undefined && data?.place !== undefined) setPlace(data.place);
  const second = place?.position ?? 0;
  useEffect(() => {
    const video = player.current;
    if (!video || second === 0) return undefined;
    const resume = () => resumeAt(video, second);
    if (video.readyState > 0) resume();
    video.addEventListener("loadedmetadata", resume, { once: true });
    return () => video.removeEventListener("loadedmetadata", resume);
  }, [player, second]);

  useEffect(() => {
    const video = player.current;
    if (!video || !enabled) return undefined;
    let stop: (() => void) | null = null;
    const played = () => (stop ??= followVideo(video, { kind, slug }));
    video.addEventListener("play", played, { once: true });
    return () => {
      video.removeEventListener("play", played);
      stop?.();
    };
  }, [player, kind, slug, enabled]);
}
