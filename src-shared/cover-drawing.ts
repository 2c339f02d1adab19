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

/** What a cover depends on besides its entry: without the part `dogs` it shows none. */
export type CoverBrand = Pick<Brand, "colours" | "partsOff" | "kinds">;

/** Returns a cover for a brand as the text of an SVG file. Exported by the renderer's server build. */
export type DrawCover = (cover: CoverToDraw, brand: CoverBrand) => string;
