import type { ReactNode } from "react";
import type { CoverPalette } from "../palettes.ts";
import type { Spot } from "../placed-motif.tsx";

/** The picture's size in its own units; the shorter side is always 360. */
export type Stage = { width: number; height: number };

/** A ground to stand on: its drawing, and where main motif and companion go. */
export type Backdrop = { ground: ReactNode; main: Spot; companion: Spot };

/** Draws a backdrop; `drift` from -1 to 1 moves its large shapes a little, so that no two are alike. */
export type DrawBackdrop = (stage: Stage, palette: CoverPalette, drift: number) => Backdrop;
