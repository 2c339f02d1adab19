import type { MotifName } from "../../../resources/art/motifs.ts";
import type { ContentKind, Teaser } from "../../../src-shared/api/library.ts";
import { kindFacts } from "../../../src-shared/content-kinds.ts";
import { routePath, routes } from "../../../src-shared/routes.ts";
import { knownMotif } from "../../components/cover-art/known-motif.ts";

/** The drawing that stands for each kind. */
const motifs: Record<ContentKind, MotifName> = {
  articles: "weave-poles",
  blog: "paw",
  recipes: "bowl",
  protocols: "seesaw",
  videos: "tunnel",
};

/** Returns the address of a kind's list. */
export const listPath = (kind: ContentKind): string => routePath(kindFacts[kind].list);

/** Returns the address of an entry; the route's guard decides who may open it. */
export const entryPath = ({ kind, slug }: Pick<Teaser, "kind" | "slug">): string =>
  routePath(kindFacts[kind].entry, { id: slug });

/** Returns the drawing that stands for a kind. */
export const motifOfKind = (kind: ContentKind): MotifName => motifs[kind];

/** Returns the drawing on an entry's cover. */
export const motifOf = ({ motif }: Pick<Teaser, "motif">): MotifName => knownMotif(motif);

/** Returns the key, in the namespace `titles`, of what one entry of a kind is called. */
export const titleOfEntry = (kind: ContentKind) => routes[kindFacts[kind].entry].title;
