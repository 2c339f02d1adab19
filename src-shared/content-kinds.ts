import { matchRoute, type RouteId } from "./routes.ts";

type KindEntry = {
  /** Route of the list, and of one entry. */
  list: RouteId;
  entry: RouteId;
  showcase: number;
};

/**
 * The kinds of content. Everything else that differs between them is a `Record<ContentKind, …>`:
 * the schemas in `api/library.ts`, the rules in `src-api/modules/library/kind-rules.ts`, views and
 * pictures in the renderer.
 */
export const kindFacts = {
  articles: { list: "articles", entry: "article", showcase: 4 },
  blog: { list: "blog", entry: "blogPost", showcase: 0 },
  recipes: { list: "recipes", entry: "recipe", showcase: 3 },
  protocols: { list: "protocols", entry: "protocol", showcase: 2 },
  videos: { list: "videos", entry: "video", showcase: 2 },
} as const satisfies Record<string, KindEntry>;

export type ContentKind = keyof typeof kindFacts;

// Object.keys loses the key type; there is always a first kind
export const contentKinds = Object.keys(kindFacts) as [ContentKind, ...ContentKind[]];

export type ShowcaseKind = {
  [Kind in ContentKind]: (typeof kindFacts)[Kind]["showcase"] extends 0 ? never : Kind;
}[ContentKind];

export const showcaseKinds = contentKinds.filter(
  (kind): kind is ShowcaseKind => kindFacts[kind].showcase > 0,
);

/** Class of the part of an entry's page that is for members, by which structured data name it. */
export const membersOnlyClass = "members-only";

/** Returns the kind and slug of an entry's page, from its path with or without a query; else null. */
export function entryOfPath(path: string): { kind: ContentKind; slug: string } | null {
  const pathname = path.replace(/[?#].*/, "");
  const route = matchRoute(pathname);
  const kind = contentKinds.find((id) => kindFacts[id].entry === route);
  const [, , slug] = pathname.split("/");
  return kind && slug ? { kind, slug: decodeURIComponent(slug) } : null;
}
