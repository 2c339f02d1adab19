import { motifNames, type MotifName } from "../../../resources/art/motifs.ts";

/** The drawing of a name from outside: the server may know drawings that this version does not. */
export const knownMotif = (name: string): MotifName =>
  motifNames.find((known) => known === name) ?? "paw";
