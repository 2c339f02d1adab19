import type { Stage } from "../stage.ts";
import type { Spot } from "./motif-drawing.ts";
import type { CoverPalette } from "./palettes.ts";

/** A drawn background, from back to front, and the spots of the main motif and its companion. */
export type Backdrop = { ground: readonly string[]; main: Spot; companion: Spot };

/** Draws a backdrop; `drift` (-1 to 1) moves its large shapes a little, for variety. */
export type DrawBackdrop = (stage: Stage, palette: CoverPalette, drift: number) => Backdrop;
