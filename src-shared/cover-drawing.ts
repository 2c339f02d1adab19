import type { Brand } from "./brand.ts";
import type { ContentKind } from "./content-kinds.ts";

/** A cover to draw, `width` by `height` px. */
type CoverToDraw = {
  kind: ContentKind;
  slug: string;
  /** Name of the drawing, as the API gives it. */
  motif: string;
  width: number;
  height: number;
};

/** Returns a cover, in the colours of a brand, as the text of an SVG file. Exported by the renderer's server build. */
export type DrawCover = (cover: CoverToDraw, colours: Brand["colours"]) => string;
