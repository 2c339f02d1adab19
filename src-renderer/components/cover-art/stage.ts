/** The size of the picture in its own units; the shorter side is always 360. */
export type Stage = { width: number; height: number };

const shorterSide = 360;

/** Returns the stage of an aspect ratio: 640 by 360 for `16 / 9`. */
export function stageOf(ratio: string): Stage {
  const [across = 16, down = 9] = ratio.split("/").map(Number);
  const unit = shorterSide / Math.min(across, down);
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}

/** The strip of ground below the hero of the home page: wider than windows, which cut off both sides. */
export const heroGround: Stage = { width: 3200, height: 184 };

/** The picture of all height classes. */
export const lineUp: Stage = { width: 1200, height: 360 };
