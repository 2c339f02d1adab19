import { dogs } from "./dogs.ts";
import { field } from "./field.ts";
import type { Motif } from "./motif.ts";

/**
 * The drawings of Ringside: agility obstacles, objects of the field and dogs of the five height
 * classes. Pure data, shared by the renderer, the server and build scripts. Shapes name a tone, not
 * a colour: the caller maps ink, base, light and accent to colours for its background.
 */

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
] as const;

/** One name of {@link motifNames}. */
export type MotifName = (typeof motifNames)[number];

/** All drawings by name. */
export const motifs: Record<MotifName, Motif> = { ...field, ...dogs };
