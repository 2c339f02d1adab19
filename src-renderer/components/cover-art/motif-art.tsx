import type { Tone } from "../../../resources/art/motif.ts";
import { motifs, type MotifName } from "../../../resources/art/motifs.ts";
import { MotifShapes } from "./motif-shapes.tsx";

/** Ink follows the text; the others are middle tones that stand on paper white and on the dark surfaces alike. */
const tones: Record<Tone, string> = {
  ink: "currentColor",
  base: "#6f8f80",
  light: "#cbb682",
  accent: "#dd8f24",
};

/**
 * One motif alone, for empty states and icons; its silhouette takes the colour of the text around it.
 * @param size width and height in px
 * @param title accessible name; without it the drawing is decoration
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
