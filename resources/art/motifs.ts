import { dishes } from "./dishes.ts";
import { dogs } from "./dogs.ts";
import { field } from "./field.ts";
import type { MotifName } from "./motif-names.ts";
import type { Motif } from "./motif.ts";
import { props } from "./props.ts";
import { stillLife } from "./still-life.ts";
import { teams } from "./teams.ts";

/**
 * The drawings of Ringside: agility obstacles, objects of the field, dogs of the five height classes,
 * dogs at work, dishes, and things without dogs. Pure data, shared by the renderer, the server and build scripts. Shapes name
 * a tone, not a colour: the caller maps ink, base, light and accent to colours for its background.
 */

/** All drawings by name. */
export const motifs: Record<MotifName, Motif<MotifName>> = {
  ...field,
  ...dogs,
  ...teams,
  ...props,
  ...dishes,
  ...stillLife,
};
