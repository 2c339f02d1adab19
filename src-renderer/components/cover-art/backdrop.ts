import type { ReactNode } from "react";
import type { Spot } from "./motif-art.tsx";
import type { CoverPalette } from "./palettes.ts";

/** The size of the picture in its own units; the shorter side is always 360. */
export type Stage = { width: number; height: number };

/** A drawn background, and the spots of the main motif and its companion. */
export type Backdrop = { ground: ReactNode; main: Spot; companion: Spot };

/** Draws a backdrop; `drift` (-1 to 1) moves its large shapes a little, for variety. */
export type DrawBackdrop = (stage: Stage, palette: CoverPalette, drift: number) => Backdrop;

const shorterSide = 360;

/** Returns the stage of an aspect ratio: 640 by 360 for `16 / 9`. */
export function stageOf(ratio: string): Stage {
  const [across = 16, down = 9] = ratio.split("/").map(Number);
  const unit = shorterSide / Math.min(across, down);
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}
