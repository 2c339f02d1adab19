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
