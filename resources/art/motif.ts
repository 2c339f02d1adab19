/** The four tones of a drawing: silhouette, middle tone, highlight, signal. */
export type Tone = "ink" | "base" | "light" | "accent";

/** One filled path of a motif, in units of its viewBox. */
export type MotifShape = { d: string; tone: Tone };

/** A drawing: SVG viewBox (`0 0 width height`) and its shapes from back to front. */
export type Motif = { viewBox: string; shapes: MotifShape[] };
