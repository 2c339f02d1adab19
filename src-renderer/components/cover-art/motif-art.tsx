import type { Tone } from "../../../resources/art/motif.ts";
import { type MotifName, motifNames, motifs } from "../../../resources/art/motifs.ts";

/** Returns a motif by its name; a default if the server knows motifs that this version lacks. */
export const knownMotif = (name: string): MotifName =>
  motifNames.find((known) => known === name) ?? "paw";

/** The shapes of a motif, in the units of its viewBox, in the colours of `tones`. */
function MotifShapes({ motif, tones }: { motif: MotifName; tones: Record<Tone, string> }) {
  return motifs[motif].shapes.map((shape) => {
    if ("use" in shape) {
      const { use, from, to, scale, turn = 0 } = shape;
      const move = `translate(${to.join(" ")}) rotate(${turn}) scale(${scale}) translate(${-from[0]} ${-from[1]})`;
      return (
        <g key={use} transform={move}>
          <MotifShapes motif={use} tones={tones} />
        </g>
      );
    }
    const { d, tone, line } = shape;
    const colour = tones[tone];
    return line ? (
      <path
        key={d}
        d={d}
        fill="none"
        stroke={colour}
        strokeWidth={line}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    ) : (
      <path key={d} d={d} fill={colour} />
    );
  });
}

/** Where a motif stands: the centre of its feet and the size of its box, in units of the stage. */
export type Spot = { x: number; foot: number; width: number; height: number };

/** A motif scaled to fit a spot, standing on its foot line. */
export function PlacedMotif({
  motif,
  spot,
  tones,
}: {
  motif: MotifName;
  spot: Spot;
  tones: Record<Tone, string>;
}) {
  const [, , width = 1, height = 1] = motifs[motif].viewBox.split(" ").map(Number);
  const scale = Math.min(spot.width / width, spot.height / height);
  const matrix = [scale, 0, 0, scale, spot.x - (width * scale) / 2, spot.foot - height * scale];
  return (
    <g transform={`matrix(${matrix.map((value) => Number(value.toFixed(3))).join(" ")})`}>
      <MotifShapes motif={motif} tones={tones} />
    </g>
  );
}

/** Ink has the colour of the text; the other tones are legible on light and dark surfaces. */
const tones: Record<Tone, string> = {
  ink: "currentColor",
  base: "#6f8f80",
  light: "#cbb682",
  accent: "#dd8f24",
  deep: "#0f2620",
};

/**
 * A single motif, for empty states and icons.
 * @param size width and height in px
 * @param title accessible name; without one the drawing is decorative
 */
export function MotifArt({
  motif,
  size = 64,
  title,
}: {
  motif: MotifName;
  size?: number;
  title?: string;
}) {
  const naming = title ? { role: "img", "aria-label": title } : { "aria-hidden": true };
  return (
    <svg {...naming} viewBox={motifs[motif].viewBox} width={size} height={size} focusable="false">
      <MotifShapes motif={motif} tones={tones} />
    </svg>
  );
}
