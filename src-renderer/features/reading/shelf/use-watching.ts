import { useEffect, useState, type RefObject } from "react";
import type { Entry } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { changeItem, onLeaving, sendPositions, useShelfEntry } from "./follow/changes.ts";

/** An earlier second is no position to come back to. */
const minSeconds = 5;

/** Seconds of playback after which the position is kept again. */
const keepEverySeconds = 5;

/** Before the end, from which on a video counts as watched; a twentieth of it if that is less. */
const endSeconds = 10;

type Key = { kind: ContentKind; slug: string };

/** Keeps the second of a video while it plays, and forgets it at the end. Returns the function that stops it. */
export function followVideo(video: HTMLVideoElement, { kind, slug }: Key): () => void {
  let kept: number | null = null;
  const keep = () => {
    const { duration } = video;
    const second = Math.floor(video.currentTime);
    if (!Number.isFinite(duration) || duration < 1 || second < minSeconds || second === kept)
      return;
    kept = second;
    const isOver = duration - video.currentTime < Math.min(endSeconds, duration / 20);
    const at = new Date().toISOString();
    const place = { position: second, length: Math.ceil(duration) };
    changeItem({ type: "place", kind, slug, at, isKept: !isOver, ...(!isOver && { place }) });
  };
  const keepNow = () => {
    keep();
    sendPositions();
  };
  const tick = () => {
    if (Math.abs(video.currentTime - (kept ?? 0)) >= keepEverySeconds) keep();
  };
  const events = { timeupdate: tick, pause: keepNow, ended: keepNow };
  for (const [name, listener] of Object.entries(events)) video.addEventListener(name, listener);
  const stopLeaving = onLeaving(keep);
  return () => {
    for (const [name, listener] of Object.entries(events)) {
      video.removeEventListener(name, listener);
    }
    stopLeaving();
    keepNow();
  };
}

/** A video that has played for longer is not moved any more. */
const resumableSeconds = 3;

function resumeAt(video: HTMLVideoElement, second: number): void {
  if (video.currentTime < resumableSeconds) video.currentTime = second;
}

/** Begins a video where it was stopped, on whichever device, and keeps its second once it plays, unless switched off. */
export function useWatching(
  { kind, slug }: Pick<Entry, "kind" | "slug">,
  player: RefObject<HTMLVideoElement | null>,
  { enabled }: { enabled: boolean },
): void {
  const { data } = useShelfEntry({ kind, slug }, { enabled });
  // The position of last time: that in `data` changes while the video plays.
  const [place, setPlace] = useState(data?.place);
  // After a press on Save alone, `data` has no position yet.
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
