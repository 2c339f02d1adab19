import { trustText } from "../../trusted-types.ts";

/** All that draws pictures. Loaded late, by `picture.tsx`: pages that come with their pictures need none of it. */
export { drawCover } from "./cover-drawing.ts";
export { drawMotif } from "./motif-drawing.ts";
export { drawPortrait } from "./portrait-drawing.ts";
export { drawHeroGround, drawHeroSun, drawHeroTeam, drawLineUp } from "./show-grounds.ts";

const elements = /^(<\/?(path|rect|circle|ellipse|g|svg)( (?!on)[a-z-]+="[^"<>]*")*\/?>)*$/i;

/** Returns a drawing as markup that the browser accepts. Throws for anything but the elements of drawings. */
export const drawn = trustText("createHTML", "portal-drawings", (markup) => elements.test(markup));
