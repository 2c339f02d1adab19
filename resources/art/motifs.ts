import { dogs } from "./dogs.ts";
import { field } from "./field.ts";
import type { Motif } from "./motif.ts";

/**
 * The drawn vocabulary of Ringside: agility obstacles, things of the field and dogs of the five height classes.
 * Pure data, so that the renderer, the server and build scripts can share it. Each shape names a tone, never a
 * colour: whoever draws the motif decides what ink, base, light and accent are on its ground.
 */

/** Every motif there is, in the order in which pickers and sheets show them. */
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
