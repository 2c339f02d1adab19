import { searchLength, type ListSort } from "#shared/api/library.ts";
import type { HeightClass } from "#shared/height-class.ts";
import { useAddressParams } from "#renderer/components/use-address-params.ts";

/** The filter of a list, and its order; an empty string matches everything, or is the newest first. */
export type ListFilter = { q: string; tag: string; sort: Exclude<ListSort, "newest"> | "" };

/** What the API narrows a list by for a dog. */
export type Suitability = { heightClass?: HeightClass; ageMonths?: number };

/** Maximum lengths of the API. */
export const filterLength = { q: searchLength, tag: 40 } as const;

/** A list with fewer entries is seen at a glance. */
export const minToFilter = 12;

/** Returns the filter in the query of a list's address. */
export function filterIn(params: URLSearchParams): ListFilter {
  const read = (name: keyof typeof filterLength) =>
    (params.get(name) ?? "").trim().slice(0, filterLength[name]);
  const sort = params.get("sort") === "oldest" ? "oldest" : "";
  return { q: read("q"), tag: read("tag"), sort };
}

/** Returns the filter of the list, kept in the address (`?q=`, `?tag=`, `?sort=`) without new entries in the history. */
export function useListFilter() {
  const { params, change: changeParams } = useAddressParams<keyof ListFilter | "dog" | "pages">();
  const filter = filterIn(params);
  const change = (changes: Partial<Record<keyof ListFilter | "dog", string>>) =>
    changeParams({ ...changes, pages: "" });
  return { filter, filtered: filter.q !== "" || filter.tag !== "", change };
}
