/** Speeds that are offered; the slow ones show how a dog moves. */
export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5] as const;

/** Frames per second of a video whose content does not say: with fewer frames some steps show the same one. */
export const usualFrameRate = 25;

/** Seconds by which the times of frames are rounded in a file. */
const rounding = 0.0005;

/** Returns the next offered speed above (1) or below (-1) another; that one if there is none. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const found =
    direction > 0
      ? speeds.find((offered) => offered > speed)
      : speeds.findLast((offered) => offered < speed);
  return found ?? speed;
}

/** Returns a position within a video, in seconds; its duration is NaN until that is known. */
export const withinVideo = (seconds: number, duration: number): number =>
  Math.max(0, Number.isFinite(duration) ? Math.min(seconds, duration) : seconds);

/** Returns the middle of a frame: browsers may show either one at the moment between two. */
export function frameAway(seconds: number, frames: number, framesPerSecond: number): number {
  const shown = Math.floor((seconds + rounding) * framesPerSecond);
  return (Math.max(0, shown + frames) + 0.5) / framesPerSecond;
}

/** Returns the index of the part that a position is in, by the ascending starts of the parts; -1 before the first. */
export const partAt = (starts: readonly number[], seconds: number): number =>
  // Browsers may stop just before the position that they were sent to.
  starts.findLastIndex((start) => start <= seconds + 0.01);
