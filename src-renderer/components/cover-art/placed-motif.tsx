import type { Tone } from "../../../resources/art/motif.ts";
import { motifs, type MotifName } from "../../../resources/art/motifs.ts";
import { MotifShapes } from "./motif-shapes.tsx";

/** Where a motif stands: the middle of its feet, and the box it may fill, in units of the stage. */
export type Spot = { x: number; foot: number; width: number; height: number };

/** A motif fitted into a spot, standing on its foot line. */
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
