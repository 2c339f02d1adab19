import type { Tone } from "../../../resources/art/motif.ts";
import { motifs, type MotifName } from "../../../resources/art/motifs.ts";

/**
 * The filled paths of a motif, in the units of its own viewBox.
 * @param tones the colour of each tone; a quiet silhouette gives all four the same
 */
export function MotifShapes({ motif, tones }: { motif: MotifName; tones: Record<Tone, string> }) {
  return motifs[motif].shapes.map(({ d, tone }) => <path key={d} d={d} fill={tones[tone]} />);
}
