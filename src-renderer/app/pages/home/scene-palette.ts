import { coverPalettes } from "../../../components/cover-art/palettes.ts";

/** The evening ring of the first screen: the darkest of the articles' palettes. */
export const scenePalette = coverPalettes.articles[2] ?? coverPalettes.articles[0];
