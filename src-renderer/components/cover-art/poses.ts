import {
  dishNames,
  motifNames,
  neutralNames,
  type MotifName,
  type NeutralName,
} from "#resources/art/motif-names.ts";
import { isPartOn } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";

type List<T> = readonly [T, ...T[]];

/** Whether drawings may show dogs, and what is made for them. */
export const hasDogs = (): boolean => isPartOn(brand, "dogs");

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

/** The drawings that stand for a motif where there are no dogs; the first one by itself, as an icon. */
const neutralPoses: Record<Exclude<MotifName, NeutralName>, List<NeutralName>> = {
  jump: ["mountains", "book", "compass"],
  "weave-poles": ["book", "pencils", "books"],
  tunnel: ["compass", "lamp", "letter"],
  "a-frame": ["mountains", "books", "lamp"],
  seesaw: ["pencils", "plant", "compass"],
  bowl: ["grain-bowl", "stew-pot", "cup"],
  rosette: ["prize"],
  paw: ["letter", "plant", "cup", "lamp", "books"],
  "dog-extra-small": ["cup", "letter"],
  "dog-small": ["plant", "pencils"],
  "dog-medium": ["book", "mountains"],
  "dog-intermediate": ["lamp", "compass"],
  "dog-large": ["books", "mountains"],
  "dog-sitting": ["plant", "cup", "books"],
  "over-jump": ["mountains", "book"],
  "over-low-jump": ["books", "compass"],
  weaving: ["book", "pencils"],
  "out-of-tunnel": ["lamp", "letter"],
  "down-a-frame": ["mountains", "plant"],
  "on-seesaw": ["compass", "lamp"],
  "wet-day": ["cup", "lamp"],
  "rally-sign": ["letter", "compass"],
  "measuring-stand": ["pencils", "books"],
  "water-bowl": ["cup"],
  "treat-cubes": ["tray-squares"],
  biscuits: ["tray-squares", "cup"],
  "treat-jar": ["stew-pot", "cup"],
  "stuffed-toy": ["ice-cubes", "egg-bites"],
};

const isNeutral = (motif: MotifName): motif is NeutralName =>
  neutralNames.some((name) => name === motif);

/** Returns the drawings by which a motif may be shown on a cover. */
export function posesOf(motif: MotifName): List<MotifName> {
  if (hasDogs()) return poses[motif] ?? [motif];
  return isNeutral(motif) ? [motif] : neutralPoses[motif];
}

/** Returns the drawing of a motif by itself. */
export const iconOf = (motif: MotifName): MotifName =>
  hasDogs() || isNeutral(motif) ? motif : neutralPoses[motif][0];

/** Returns the motifs that can be chosen. */
export const motifChoices = (): readonly MotifName[] => (hasDogs() ? motifNames : neutralNames);

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
  book: ["plant", "lamp", "cup"],
  books: ["plant", "lamp", "cup"],
  cup: ["plant", "books", "lamp"],
  lamp: ["books", "plant", "cup"],
  plant: ["books", "lamp", "cup"],
  pencils: ["plant", "books", "lamp"],
  letter: ["plant", "lamp", "cup"],
  prize: dogs,
};

const neutralCompanions: readonly [List<NeutralName>, List<NeutralName>] = [
  ["plant", "lamp", "cup"],
  ["books", "mountains", "pencils"],
];

/**
 * Returns the motifs that may stand behind a main motif: obstacles behind dogs, dogs behind objects. Without dogs, those of
 * which it is none.
 */
export function companionsOf(motif: MotifName): List<MotifName> {
  if (!hasDogs()) {
    const [small, large] = neutralCompanions;
    return small.some((name) => name === motif) ? large : small;
  }
  const isDish = dishNames.some((name) => name === motif);
  return isDish
    ? ["dog-sitting", "dog-small", "dog-extra-small"]
    : (companions[motif] ?? obstacles);
}
