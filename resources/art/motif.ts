/** The tones of a drawing: silhouette, middle tone, highlight, signal, and the dark inside of things. */
export type Tone = "ink" | "base" | "light" | "accent" | "deep";

/**
 * One path of a motif, in units of its viewBox: filled, or a line of the width `line` with round ends.
 */
export type MotifShape = { d: string; tone: Tone; line?: number };

/**
 * Another motif within a motif: its point `from` is put on the point `to`, around which it is turned
 * clockwise (degrees) and scaled.
 */
export type MotifPart<Name extends string> = {
  use: Name;
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  scale: number;
  turn?: number;
};

/** A drawing: SVG viewBox (`0 0 width height`) and its shapes from back to front. */
export type Motif<Name extends string = never> = {
  viewBox: string;
  shapes: readonly (MotifShape | MotifPart<Name>)[];
};
