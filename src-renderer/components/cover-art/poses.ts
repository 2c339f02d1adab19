import { dishNames, type MotifName } from "#resources/art/motif-names.ts";

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
