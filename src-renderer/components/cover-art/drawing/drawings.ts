/** All that draws pictures. Loaded late, by `picture.tsx`: pages that come with their pictures need none of it. */
export { drawCover } from "./cover-drawing.ts";
export { drawMotif } from "./motif-drawing.ts";
export { drawPortrait } from "./portrait-drawing.ts";
export { drawHeroGround, drawHeroSun, drawHeroTeam, drawLineUp } from "./show-grounds.ts";
