import { getContent, getShowcase, listContent, type ListAnswer } from "#shared/api/library.ts";
import { getShelf, getShelfEntry } from "#shared/api/shelf.ts";
import type { ContentKind, ShowcaseKind } from "#shared/content-kinds.ts";
import type { ListFilter, Suitability } from "./list/list-filter.ts";

/** What the pages of the library ask the API for: arguments of `useApiQuery` and `prefetch`. */

/** A whole entry. */
export const entryQuery = (kind: ContentKind, slug: string) =>
  [getContent, { params: { kind, slug } }] as const;

/** Whether an entry is saved, and the position in it. The page does without it, so a failure is not reported. */
export const shelfEntryQuery = (kind: ContentKind, slug: string) =>
  [getShelfEntry, { params: { kind, slug }, silent: true }] as const;

/** The entries begun and saved last, which the dashboard does without if they fail. */
export const shelfQuery = [getShelf, { silent: true }] as const;

/** How many other entries are shown below an entry. */
export const moreShown = 3;

/** The newest entries of a kind, shown below an entry: one more, because that may be among them. */
export const moreQuery = (kind: ContentKind) =>
  [listContent, { params: { kind }, query: { limit: moreShown + 1 } }] as const;

/** The newest entries of several kinds. */
export const showcaseQuery = [getShowcase, {}] as const;

/** Entries asked for by every piece of a page, so that they share a query. */
const sharedLimit = 7;

const newestOf = (kind: ContentKind) =>
  [listContent, { params: { kind }, query: { limit: sharedLimit } }] as const;

/** The newest entries of the kinds that the showcase lacks. */
export const besidesShowcase = { blog: newestOf("blog") } satisfies Record<
  Exclude<ContentKind, ShowcaseKind>,
  object
>;

/** Entries that "Show more" adds to a list. */
const added = 48;

/** The part of the portal with which members have a list of a kind for one of their dogs. */
export const dogPartOf = (kind: ContentKind) => (kind === "recipes" ? "portionsByDog" : "dogs");

/** The teasers of a kind that match a filter and are for a dog, page by page: arguments of `useApiPages`. */
export const teaserPages = (
  kind: ContentKind,
  { q, tag, sort, heightClass, ageMonths }: ListFilter & Suitability,
) =>
  [
    listContent,
    (cursor: string | undefined) => ({
      params: { kind },
      query: {
        ...(q && { q }),
        ...(tag && { tag }),
        ...(sort && { sort }),
        ...(heightClass && { heightClass }),
        ...(ageMonths !== undefined && { ageMonths }),
        ...(cursor !== undefined && { cursor, limit: added }),
      },
    }),
    ({ nextCursor }: ListAnswer) => nextCursor,
  ] as const;
