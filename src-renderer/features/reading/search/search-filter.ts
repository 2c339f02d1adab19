import { searchContent, type SearchSort } from "#shared/api/content-search.ts";
import { searchLength } from "#shared/api/library.ts";
import type { ContentKind } from "#shared/content-kinds.ts";
import { useApiPages } from "#renderer/api-client/query.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";
import { shownKinds } from "#shared/parts.ts";
import { brand } from "#renderer/platform/brand.ts";
import { filterLength } from "../list/list-filter.ts";

/** What is searched for, and in which order; no kinds are all kinds, and an empty tag is all topics. */
export type SearchFilter = {
  q: string;
  kinds: readonly ContentKind[];
  tag: string;
  sort: Exclude<SearchSort, "best"> | "";
};

/** Returns the search in the address (`?q=`, `?kinds=`, `?tag=`, `?sort=`). Changing it begins with the first page. */
export function useSearchFilter() {
  const { params, change: changeParams } = useAddressParams<keyof SearchFilter | "pages">();
  const change = (changes: Partial<Record<keyof SearchFilter, string>>) =>
    changeParams({ ...changes, pages: "" });
  const chosen = (params.get("kinds") ?? "").split(",");
  const filter: SearchFilter = {
    q: (params.get("q") ?? "").trim().slice(0, searchLength),
    kinds: shownKinds(brand).filter((kind) => chosen.includes(kind)),
    tag: (params.get("tag") ?? "").trim().slice(0, filterLength.tag),
    sort: params.get("sort") === "newest" ? "newest" : "",
  };
  return { filter, change };
}

export const useMatches = ({ q, kinds, tag, sort }: SearchFilter) =>
  useApiPages(
    searchContent,
    (cursor) => ({
      query: {
        q,
        ...(kinds.length > 0 && { kinds: kinds.join(",") }),
        ...(tag && { tag }),
        ...(sort && { sort }),
        ...(cursor !== undefined && { cursor }),
      },
    }),
    ({ nextCursor }) => nextCursor,
    { enabled: q !== "" },
  );

/** Topics to narrow a search by: as many as stand in one row, so that results move little when they arrive. */
export const maxTopics = 5;

/**
 * Returns the topics of the first results, the most frequent first; undefined before there are any. A topic of the address
 * that they do not have is the last one.
 */
export function useTopics(filter: SearchFilter): { id: string; name: string }[] | undefined {
  const { data, isPending } = useMatches({ ...filter, tag: "" });
  const narrowed = useMatches(filter);
  if (isPending) return undefined;
  const counts = new Map<string, { id: string; name: string; count: number }>();
  for (const { id, name } of data?.pages[0]?.items.flatMap(({ tags }) => tags) ?? []) {
    counts.set(id, { id, name, count: (counts.get(id)?.count ?? 0) + 1 });
  }
  const topics = [...counts.values()].toSorted((one, other) => other.count - one.count);
  const shown = topics
    .filter(({ id }, i) => i < maxTopics || id === filter.tag)
    .map(({ id, name }) => ({ id, name }));
  if (filter.tag === "" || topics.some(({ id }) => id === filter.tag)) return shown;
  if (narrowed.isPending) return undefined;
  const topic = narrowed.data?.pages[0]?.topic;
  return [...shown, topic?.id === filter.tag ? topic : { id: filter.tag, name: filter.tag }];
}
