import type { MotifName } from "#resources/art/motif-names.ts";
import { hasDogs } from "../poses.ts";
import { heroGround, lineUp } from "../stage.ts";
import { placeMotif } from "./motif-drawing.ts";
import { coverPalettes, type CoverPalette } from "./palettes.ts";
import { circle, g, path, rect } from "./svg.ts";

const dayPalette = () => coverPalettes().articles[0];
const eveningPalette = () => coverPalettes().articles[2];

const farTones = ({ quiet, sky }: CoverPalette) => ({
  ink: quiet,
  base: quiet,
  light: quiet,
  accent: quiet,
  deep: sky,
});

type Placed = { motif: MotifName; x: number; height: number };

const horizon = 84;
/** Width of the rope between two posts. */
const span = 160;

/** Obstacles behind the rope; x is measured from the middle. */
const obstacles: readonly Placed[] = [
  { motif: "a-frame", x: -1090, height: 92 },
  { motif: "tunnel", x: -800, height: 60 },
  { motif: "seesaw", x: -420, height: 56 },
  { motif: "tunnel", x: -120, height: 64 },
  { motif: "a-frame", x: 690, height: 96 },
  { motif: "weave-poles", x: 960, height: 66 },
  { motif: "jump", x: 1200, height: 62 },
];

/** Returns a meadow with round trees behind it. */
function drawMeadow(): string {
  const { width, height } = heroGround;
  const { quiet, line, floor: meadow } = eveningPalette();
  const trees = Array.from({ length: 34 }, (_, i) => ({
    x: i * 97 + ((i * 53) % 40),
    r: 20 + ((i * 17) % 22),
  }));
  return [
    ...trees.map(({ x, r }) => circle({ cx: x, cy: horizon - r * 1.2, r, fill: quiet })),
    path({
      d: trees.map(({ x, r }) => `M${x} ${horizon}v${-Math.round(r * 1.4)}`).join(""),
      stroke: line,
      "stroke-width": 4,
    }),
    rect({ y: horizon, width, height, fill: meadow }),
  ].join("");
}

/** Returns the floor of a show ring with a rope and obstacles behind it; a meadow where there are no dogs. */
export function drawHeroGround(): string {
  if (!hasDogs()) return drawMeadow();
  const { width, height } = heroGround;
  const evening = eveningPalette();
  const posts = Array.from({ length: width / span + 1 }, (_, i) => i * span);
  const placed = obstacles.map(({ motif, x, height: tall }) => {
    const spot = { x: width / 2 + x, foot: horizon + 2, height: tall, width: tall * 2.4 };
    return placeMotif(motif, spot, farTones(evening));
  });
  const rope = posts.map((x) => `M${x} ${horizon - 58}q${span / 2} 26 ${span} 0`).join("");
  const poles = posts.map((x) => `M${x} ${horizon - 66}v66`).join("");
  return [
    ...placed,
    g(
      { fill: "none", stroke: evening.line },
      path({ d: rope, "stroke-width": 4 }),
      path({ d: poles, "stroke-width": 8 }),
    ),
    rect({ y: horizon, width, height, fill: evening.floor }),
  ].join("");
}

/** Returns the sun behind the hero's ground, in a square of 500. */
export const drawHeroSun = (): string =>
  circle({ cx: 262, cy: 250, r: 232, fill: eveningPalette().field });

const heroThings: readonly Placed[] = [
  { motif: "lamp", x: 148, height: 390 },
  { motif: "plant", x: 396, height: 290 },
  { motif: "books", x: 254, height: 190 },
];

/** Returns what stands on the hero's ground, in a square of 500: a dog that crosses a jump, or things without dogs. */
export function drawHeroTeam(): string {
  const evening = eveningPalette();
  if (hasDogs()) {
    return placeMotif("over-jump", { x: 252, foot: 478, width: 470, height: 464 }, evening);
  }
  return heroThings
    .map(({ motif, x, height }) => placeMotif(motif, { x, foot: 478, width: 400, height }, evening))
    .join("");
}

const floor = 292;

/** The five height classes at the rope, smallest first. */
const dogs: readonly (Placed & { leaping?: true })[] = [
  { motif: "dog-extra-small", x: 110, height: 84 },
  { motif: "dog-small", x: 290, height: 112 },
  { motif: "dog-medium", x: 520, height: 104, leaping: true },
  { motif: "dog-intermediate", x: 790, height: 128, leaping: true },
  { motif: "dog-large", x: 1075, height: 196 },
];

const things: readonly Placed[] = [
  { motif: "books", x: 130, height: 130 },
  { motif: "plant", x: 330, height: 210 },
  { motif: "cup", x: 520, height: 110 },
  { motif: "lamp", x: 730, height: 230 },
  { motif: "book", x: 920, height: 110 },
  { motif: "pencils", x: 1090, height: 150 },
];

/** Returns things side by side on a shelf. */
function drawShelf(): string {
  const day = dayPalette();
  return [
    rect({ ...lineUp, fill: day.sky }),
    circle({ cx: 760, cy: 230, r: 190, fill: day.field }),
    rect({ y: floor, ...lineUp, fill: day.floor }),
    rect({ y: floor, width: lineUp.width, height: 12, fill: day.line }),
    ...things.map(({ motif, x, height }) =>
      placeMotif(motif, { x, foot: floor + 6, width: height * 2.2, height }, day),
    ),
  ].join("");
}

/** Returns dogs of all five height classes beside the rope; a shelf where there are no dogs. */
export function drawLineUp(): string {
  if (!hasDogs()) return drawShelf();
  const day = dayPalette();
  const posts = [0, 1, 2, 3, 4, 5].map((i) => i * 240);
  const rope = posts.map((x) => `M${x} ${floor - 84}q120 34 240 0`).join("");
  const poles = posts.map((x) => `M${x} ${floor - 92}v92`).join("");
  const placed = dogs.map(({ motif, x, height, leaping }) => {
    const spot = { x, foot: leaping ? floor - 18 : floor + 24, height, width: height * 2.2 };
    return placeMotif(motif, spot, day);
  });
  return [
    rect({ ...lineUp, fill: day.sky }),
    circle({ cx: 760, cy: 230, r: 190, fill: day.field }),
    g(
      { fill: "none", stroke: day.line },
      path({ d: rope, "stroke-width": 5 }),
      path({ d: poles, "stroke-width": 9 }),
    ),
    rect({ y: floor - 8, ...lineUp, fill: day.floor }),
    ...placed,
  ].join("");
}
