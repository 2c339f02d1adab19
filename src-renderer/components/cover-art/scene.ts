import { dishNames, type MotifName } from "../../../resources/art/motifs.ts";
import type { Backdrop, Stage } from "./backdrop.ts";
import type { Spot } from "./motif-art.tsx";

type List<T> = readonly [T, ...T[]];

/** The drawings that a motif may be shown by: the obstacle alone, or a dog at work on it. */
export const poses: Partial<Record<MotifName, List<MotifName>>> = {
  jump: ["jump", "over-jump", "over-low-jump"],
  "weave-poles": ["weave-poles", "weaving"],
  tunnel: ["tunnel", "out-of-tunnel"],
  "a-frame": ["a-frame", "down-a-frame"],
  seesaw: ["seesaw", "on-seesaw"],
  "dog-medium": ["dog-medium", "over-low-jump"],
  "dog-intermediate": ["dog-intermediate", "over-jump"],
};

const obstacles: List<MotifName> = ["a-frame", "weave-poles", "tunnel", "jump"];
const dogs: List<MotifName> = ["dog-small", "dog-large", "dog-extra-small", "dog-sitting"];

const companions: Partial<Record<MotifName, List<MotifName>>> = {
  bowl: dogs,
  whistle: dogs,
  rosette: dogs,
  paw: dogs,
  jump: dogs,
  "weave-poles": dogs,
  tunnel: dogs,
  "a-frame": dogs,
  seesaw: dogs,
  "rally-sign": ["dog-sitting", "dog-large", "dog-small"],
  "course-map": ["jump", "tunnel", "whistle"],
  "kitchen-scale": ["dog-sitting", "dog-small", "treat-jar"],
  "water-bowl": dogs,
  "measuring-stand": ["jump", "rosette"],
  "dog-extra-small": ["rosette", "tunnel", "jump"],
  "wet-day": ["rally-sign", "jump"],
};

/** Returns the motifs that may stand behind a main motif: obstacles behind dogs, dogs behind objects. */
export function companionsOf(motif: MotifName): List<MotifName> {
  const isDish = dishNames.some((name) => name === motif);
  return isDish
    ? ["dog-sitting", "dog-small", "dog-extra-small"]
    : (companions[motif] ?? obstacles);
}

/** A motif of a cover; a `quiet` one is a silhouette in one colour. */
type Actor = { motif: MotifName; spot: Spot; quiet: boolean };

/** Dogs that are drawn leaping: they are placed above the floor. */
const leapers: ReadonlySet<MotifName> = new Set(["dog-medium", "dog-intermediate"]);

/** Small objects: they are placed in the middle instead of on the floor. */
const floating: ReadonlySet<MotifName> = new Set(["whistle", "rosette", "paw", "course-map"]);

function mainSpot(motif: MotifName, spot: Spot, stage: Stage): Spot {
  if (leapers.has(motif)) return { ...spot, foot: spot.foot - stage.height * 0.13 };
  if (!floating.has(motif)) return spot;
  const height = spot.height * 0.86;
  return { ...spot, height, foot: (stage.height + height) / 2 - 4 };
}

/** Widens a spot as far as the nearer edge allows. */
const widened = (spot: Spot, stage: Stage): Spot => ({
  ...spot,
  width: Math.min(spot.x, stage.width - spot.x) * 1.92,
});

/**
 * Places the motifs, from back to front. A narrow stage has no room for a companion and shows the main
 * motif alone.
 */
export function arrangeScene(
  backdrop: Backdrop,
  { motif, companion }: { motif: MotifName; companion: MotifName },
  stage: Stage,
): Actor[] {
  const roomy = stage.width > stage.height * 1.3;
  const spot = roomy ? backdrop.main : widened(backdrop.main, stage);
  const main: Actor = { motif, spot: mainSpot(motif, spot, stage), quiet: false };
  return roomy ? [{ motif: companion, spot: backdrop.companion, quiet: true }, main] : [main];
}
