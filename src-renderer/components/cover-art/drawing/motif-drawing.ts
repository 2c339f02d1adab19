import type { Tone } from "#resources/art/motif.ts";
import type { MotifName } from "#resources/art/motif-names.ts";
import { motifs } from "#resources/art/motifs.ts";
import { inBrand, ofColours } from "#renderer/theme/in-brand.ts";
import { iconOf } from "../poses.ts";
import { g, path, svg } from "./svg.ts";

/** Returns the shapes of a motif, in the units of its viewBox, in the colours of `tones`. */
function drawShapes(motif: MotifName, tones: Record<Tone, string>): string {
  const drawn = motifs[motif].shapes.map((shape) => {
    if ("use" in shape) {
      const { use, from, to, scale, turn = 0 } = shape;
      const transform = `translate(${to.join(" ")}) rotate(${turn}) scale(${scale}) translate(${-from[0]} ${-from[1]})`;
      return g({ transform }, drawShapes(use, tones));
    }
    const { d, tone, line } = shape;
    const colour = tones[tone];
    if (!line) return path({ d, fill: colour });
    const ends = { "stroke-linecap": "round", "stroke-linejoin": "round" };
    return path({ d, fill: "none", stroke: colour, "stroke-width": line, ...ends });
  });
  return drawn.join("");
}

/** Where a motif stands: the centre of its feet and the size of its box, in units of the stage. */
export type Spot = { x: number; foot: number; width: number; height: number };

/** Returns a motif scaled to fit a spot, standing on its foot line. */
export function placeMotif(motif: MotifName, spot: Spot, tones: Record<Tone, string>): string {
  const [, , width = 1, height = 1] = motifs[motif].viewBox.split(" ").map(Number);
  const scale = Math.min(spot.width / width, spot.height / height);
  const matrix = [scale, 0, 0, scale, spot.x - (width * scale) / 2, spot.foot - height * scale];
  const transform = `matrix(${matrix.map((value) => Number(value.toFixed(3))).join(" ")})`;
  return g({ transform }, drawShapes(motif, tones));
}

/** Ink has the colour of the text; the other tones are legible on light and dark surfaces. */
const onAnyGround = ofColours((): Record<Tone, string> => ({
  ink: "currentColor",
  base: inBrand("#6f8f80"),
  light: inBrand("#cbb682"),
  accent: inBrand("#dd8f24"),
  deep: inBrand("#0f2620"),
}));

/** Returns a motif by itself, as large as the picture that it is put into. */
export function drawMotif(motif: MotifName): string {
  const shown = iconOf(motif);
  return svg({ viewBox: motifs[shown].viewBox }, drawShapes(shown, onAnyGround()));
}
