import { type MotifName, motifNames } from "#resources/art/motif-names.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { Picture } from "./picture.tsx";

/** Returns a motif by its name; a default if the server knows motifs that this version lacks. */
export const knownMotif = (name: string): MotifName =>
  motifNames.find((known) => known === name) ?? "paw";

/** The drawing that represents each kind. */
export const motifOfKind: Record<ContentKind, MotifName> = {
  articles: "weave-poles",
  blog: "paw",
  recipes: "bowl",
  protocols: "seesaw",
  videos: "tunnel",
};

/**
 * A single decorative motif, for empty states and icons.
 * @param size width and height in px
 */
export const MotifArt = ({ motif, size = 64 }: { motif: MotifName; size?: number }) => (
  <Picture key={motif} width={size} height={size} draw={({ drawMotif }) => drawMotif(motif)} />
);
