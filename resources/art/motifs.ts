import { dishes } from "./dishes.ts";
import { dogs } from "./dogs.ts";
import { field } from "./field.ts";
import type { Motif } from "./motif.ts";
import { props } from "./props.ts";
import { teams } from "./teams.ts";

/**
 * The drawings of Ringside: agility obstacles, objects of the field, dogs of the five height classes,
 * dogs at work, and dishes. Pure data, shared by the renderer, the server and build scripts. Shapes name
 * a tone, not a colour: the caller maps ink, base, light and accent to colours for its background.
 */

/** The dishes: motifs of recipes. */
export const dishNames = [
  "grain-bowl",
  "stew-pot",
  "ice-cubes",
  "egg-bites",
  "sardine-tin",
  "treat-cubes",
  "tray-squares",
  "biscuits",
  "treat-jar",
  "stuffed-toy",
] as const;

/** All motifs, in the order in which pickers and sheets show them. */
export const motifNames = [
  "jump",
  "weave-poles",
  "tunnel",
  "a-frame",
  "seesaw",
  "bowl",
  "whistle",
  "rosette",
  "paw",
  "dog-extra-small",
  "dog-small",
  "dog-medium",
  "dog-intermediate",
  "dog-large",
  "dog-sitting",
  "over-jump",
  "over-low-jump",
  "weaving",
  "out-of-tunnel",
  "down-a-frame",
  "on-seesaw",
  "wet-day",
  "course-map",
  "rally-sign",
  "kitchen-scale",
  "measuring-stand",
  "water-bowl",
  ...dishNames,
] as const;

/** One name of {@link motifNames}. */
export type MotifName = (typeof motifNames)[number];

/** All drawings by name. */
export const motifs: Record<MotifName, Motif<MotifName>> = {
  ...field,
  ...dogs,
  ...teams,
  ...props,
  ...dishes,
};
