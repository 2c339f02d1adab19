import type { ComponentType } from "react";
import type { MotifName } from "../../../resources/art/motifs.ts";
import {
  type ContentKind,
  contentKinds,
  type Entry,
  type Teaser,
} from "../../../src-shared/api/library.ts";
import { matchRoute, type RouteId, routePath, routes } from "../../../src-shared/routes.ts";
import { knownMotif } from "../../components/cover-art/motif-art.tsx";

/**
 * Renders an entry of a kind below its heading. `reload` fetches the entry again and resolves to it,
 * or to null when that fails.
 */
export type EntryView = ComponentType<{ entry: Entry; reload: () => Promise<Entry | null> }>;

/** The routes of each kind. */
const kinds = {
  articles: { list: "articles", entry: "article" },
  blog: { list: "blog", entry: "blogPost" },
  recipes: { list: "recipes", entry: "recipe" },
  protocols: { list: "protocols", entry: "protocol" },
  videos: { list: "videos", entry: "video" },
} as const satisfies Record<ContentKind, { list: RouteId; entry: RouteId }>;

/** Returns the kind that a list or an entry belongs to, by the page's path. */
export function kindOfPath(pathname: string): ContentKind {
  const route = matchRoute(pathname);
  const kind = contentKinds.find((id) => kinds[id].list === route || kinds[id].entry === route);
  if (!kind) throw new Error(`Not a page of the library: ${pathname}`);
  return kind;
}

/** Returns the path of a kind's list. */
export const listPath = (kind: ContentKind): string => routePath(kinds[kind].list);

/** Returns the path of an entry; the route's guard decides who may open it. */
export const entryPath = ({ kind, slug }: Pick<Teaser, "kind" | "slug">): string =>
  routePath(kinds[kind].entry, { id: slug });

/** Returns the drawing on an entry's cover. */
export const motifOf = ({ motif }: Pick<Teaser, "motif">): MotifName => knownMotif(motif);

/** Returns the key, in the namespace `titles`, of the word for one entry of a kind. */
export const titleOfEntry = (kind: ContentKind) => routes[kinds[kind].entry].title;
