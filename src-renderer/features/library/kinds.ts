import type { MotifName } from "../../../resources/art/motifs.ts";
import type { ContentKind, Teaser } from "../../../src-shared/api/library.ts";
import { routePath, routes, type RouteId } from "../../../src-shared/routes.ts";
import { knownMotif } from "../../components/cover-art/known-motif.ts";

/** What the library knows of each kind: its two routes, and the drawing of its empty list. */
const kinds = {
  articles: { list: "articles", entry: "article", motif: "weave-poles" },
  blog: { list: "blog", entry: "blogPost", motif: "paw" },
  recipes: { list: "recipes", entry: "recipe", motif: "bowl" },
  protocols: { list: "protocols", entry: "protocol", motif: "seesaw" },
  videos: { list: "videos", entry: "video", motif: "tunnel" },
} as const satisfies Record<ContentKind, { list: RouteId; entry: RouteId; motif: MotifName }>;

/** The address of a kind's list. */
export const listPath = (kind: ContentKind): string => routePath(kinds[kind].list);

/** The address of an entry. Whether one gets in is the guard's business. */
export const entryPath = ({ kind, slug }: Pick<Teaser, "kind" | "slug">): string =>
  routePath(kinds[kind].entry, { id: slug });

/** The drawing that stands for a kind. */
export const motifOfKind = (kind: ContentKind): MotifName => kinds[kind].motif;

/** The drawing of an entry's cover. */
export const motifOf = ({ motif }: Pick<Teaser, "motif">): MotifName => knownMotif(motif);

/** Key in the namespace `titles` of what one entry of a kind is called. */
export const titleOfEntry = (kind: ContentKind) => routes[kinds[kind].entry].title;
