import type { ContentKind } from "#shared/content-kinds.ts";
import { changeItem, onLeaving, sendPlaces } from "./changes.ts";

/** Seconds from the beginning that are no place to come back to. */
const least = 5;

/** Seconds of playback after which the place is kept again. */
const step = 5;

/** Seconds before the end from which on a video counts as watched; a twentieth of it if that is less. */
const rest = 10;

type Key = { kind: ContentKind; slug: string };

/**
 * Keeps the second of a video while it plays, and forgets it at the end. Returns the function that stops it.
 */
export function followVideo(video: HTMLVideoElement, { kind, slug }: Key): () => void {
  let kept: number | null = null;
  const keep = () => {
    const { duration } = video;
    const second = Math.floor(video.currentTime);
    if (!Number.isFinite(duration) || duration < 1 || second < least || second === kept) return;
    kept = second;
    const isOver = duration - video.currentTime < Math.min(rest, duration / 20);
    const at = new Date().toISOString();
    const place = { position: second, length: Math.ceil(duration) };
    changeItem({ type: "place", kind, slug, at, isKept: !isOver, ...(!isOver && { place }) });
  };
  const keepNow = () => {
    keep();
    sendPlaces();
  };
  const tick = () => {
    if (Math.abs(video.currentTime - (kept ?? 0)) >= step) keep();
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
