import type { MotifName } from "../../../resources/art/motifs.ts";

/** What may stand behind each main motif: a dog has something to do, an obstacle has somebody to do it. */
export const companions: Record<MotifName, readonly [MotifName, ...MotifName[]]> = {
  jump: ["dog-intermediate", "dog-medium"],
  "weave-poles": ["dog-small", "dog-intermediate", "dog-medium"],
  tunnel: ["dog-medium", "dog-extra-small", "dog-intermediate"],
  "a-frame": ["dog-large", "dog-small", "dog-intermediate"],
  seesaw: ["dog-small", "dog-extra-small", "dog-large"],
  bowl: ["dog-small", "paw", "dog-large", "dog-extra-small"],
  whistle: ["dog-large", "dog-intermediate", "dog-small"],
  rosette: ["dog-extra-small", "dog-large", "dog-small"],
  paw: ["dog-large", "dog-medium", "dog-small"],
  "dog-extra-small": ["rosette", "tunnel", "jump", "seesaw"],
  "dog-small": ["weave-poles", "seesaw", "a-frame", "tunnel"],
  "dog-medium": ["jump", "tunnel", "weave-poles"],
  "dog-intermediate": ["jump", "weave-poles", "a-frame"],
  "dog-large": ["a-frame", "weave-poles", "whistle", "rosette"],
};
