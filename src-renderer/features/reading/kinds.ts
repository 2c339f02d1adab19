import type { ComponentType } from "react";
import type { Entry, Teaser } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { contentKinds, kindFacts } from "#shared/content-kinds.ts";
import { matchRoute, routePath, routes } from "#shared/routes.ts";
import { useIsActiveMember } from "#renderer/session/session-store.ts";

/**
 * Where an entry is shown: in the library; to a reviewer before it is published; what is open of it, to anybody; or a working
 * copy, by itself. Only the library records progress.
 */
export type EntrySetting = "library" | "review" | "preview" | "draft";

/** Renders an entry below its heading. `reload` fetches it again; null when that fails. */
export type EntryView = ComponentType<{
  entry: Entry;
  reload: () => Promise<Entry | null>;
  setting: EntrySetting;
}>;

/** Returns the kind that a list or an entry belongs to, by the page's path. */
export function kindOfPath(pathname: string): ContentKind {
  const route = matchRoute(pathname);
  const kind = contentKinds.find(
    (id) => kindFacts[id].list === route || kindFacts[id].entry === route,
  );
  if (!kind) throw new Error(`Not a page of the library: ${pathname}`);
  return kind;
}

export const listPath = (kind: ContentKind): string => routePath(kindFacts[kind].list);

/** Returns the path of an entry; the route's guard decides who may open it. */
export const entryPath = ({ kind, slug }: Pick<Teaser, "kind" | "slug">): string =>
  routePath(kindFacts[kind].entry, { id: slug });

/** Hook: returns the function that says where a link to an entry leads: active members to it, others to its preview. */
export function useEntryLink(): (entry: Pick<Teaser, "kind" | "slug">) => string {
  const isMember = useIsActiveMember();
  return ({ kind, slug }) =>
    isMember ? entryPath({ kind, slug }) : routePath("preview", { kind, slug });
}

/**
 * Hook: returns the function that says where a link to the entries of a kind leads: active members to its list; others, to whom only
 * the articles' is open, to the search, which shows the kind.
 */
export function useListLink(): (kind: ContentKind) => string {
  const isMember = useIsActiveMember();
  return (kind) =>
    isMember || routes[kindFacts[kind].list].access === "anyone"
      ? listPath(kind)
      : `${routePath("search")}?kinds=${kind}`;
}
