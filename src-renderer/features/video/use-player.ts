import { useCallback, useSyncExternalStore, type RefObject } from "react";
import { partAt } from "./playback.ts";

export type PlayerRef = RefObject<HTMLVideoElement | null>;

const events = [
  "timeupdate",
  "seeking",
  "seeked",
  "loadedmetadata",
  "enterpictureinpicture",
  "leavepictureinpicture",
];

function listen(player: PlayerRef, changed: () => void): () => void {
  const video = player.current;
  for (const event of events) video?.addEventListener(event, changed);
  return () => {
    for (const event of events) video?.removeEventListener(event, changed);
  };
}

/** Returns what `read` finds in a video, and renders again when that changes; `initial` without a video. */
export function usePlayerValue<T extends string | number | boolean>(
  player: PlayerRef,
  read: (video: HTMLVideoElement) => T,
  initial: T,
): T {
  const subscribe = useCallback((changed: () => void) => listen(player, changed), [player]);
  return useSyncExternalStore(subscribe, () => (player.current ? read(player.current) : initial));
}

/** Returns the index of the part at the player's position, by the starts of the parts in seconds; -1 for none. */
export const usePresentPart = (player: PlayerRef, starts: readonly number[]): number =>
  usePlayerValue(player, ({ currentTime }) => partAt(starts, currentTime), -1);

/** Plays from a position, and brings the video into view. */
export function playFrom(player: PlayerRef, seconds: number): void {
  const video = player.current;
  if (!video) return;
  video.currentTime = seconds;
  video.scrollIntoView({ block: "center" });
  // Some browsers refuse without a user gesture; the play button remains.
  video.play().catch(() => {});
}
