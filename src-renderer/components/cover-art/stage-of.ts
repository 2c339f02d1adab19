import type { Stage } from "./backdrops/backdrop.ts";

const shorterSide = 360;

/** The stage of an aspect ratio such as `16 / 9`: 640 by 360. */
export function stageOf(ratio: string): Stage {
  const [across = 16, down = 9] = ratio.split("/").map(Number);
  const unit = shorterSide / Math.min(across, down);
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}
