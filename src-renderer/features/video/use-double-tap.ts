import { useRef, type TouchEvent } from "react";

/** ms within which a second tap belongs to the first. */
const tapIntervalMs = 300;

/** Height of the browser's controls at the bottom of a video, in px: their buttons are tapped fast, too. */
const controlsHeight = 64;

/** Seconds of a double tap. */
const seconds = 10;

/** Returns the half of a video that was touched: -1 for the left, 1 for the right; null for its controls. */
function touchedHalf({ changedTouches, currentTarget }: TouchEvent<HTMLElement>): -1 | 1 | null {
  const touch = changedTouches[0];
  const { left, width, bottom } = currentTarget.getBoundingClientRect();
  if (!touch || touch.clientY > bottom - controlsHeight) return null;
  return touch.clientX < left + width / 2 ? -1 : 1;
}

/** Returns a handler of `touchend`: two taps on the left half of a video go ten seconds back, on the right half on. */
export function useDoubleTap(onSeek: (by: number) => void) {
  const first = useRef<{ half: -1 | 1; at: number } | null>(null);
  return (event: TouchEvent<HTMLElement>) => {
    const half = touchedHalf(event);
    const at = event.timeStamp;
    const isSecond =
      half !== null && first.current?.half === half && at - first.current.at < tapIntervalMs;
    first.current = half === null || isSecond ? null : { half, at };
    if (!isSecond) return;
    event.preventDefault(); // no click, which would pause the video
    onSeek(half * seconds);
  };
}
