import type { DrawCover } from "#shared/cover-drawing.ts";
import { coverSvg as drawnCover } from "#renderer/components/cover-art/drawing/cover-drawing.ts";
import { knownMotif } from "#renderer/components/cover-art/motif-art.tsx";

/** Returns the cover of an entry as the text of an SVG file. */
export const coverSvg: DrawCover = ({ width, height, motif, ...cover }) =>
  drawnCover({ ...cover, motif: knownMotif(motif) }, `${width} / ${height}`).replace(
    "<svg",
    `<svg width="${width}" height="${height}"`,
  );
