import { searchLength } from "../../../../src-shared/api/library.ts";
import { useAddressParams } from "../address-params.ts";

/** The filter of a list; an empty string matches everything. */
export type ListFilter = { q: string; tag: string };

/** Maximum lengths of the API. */
export const filterLength = { q: searchLength, tag: 40 } as const;

/** Returns the filter in the query of a list's address. */
export function filterIn(params: URLSearchParams): ListFilter {
  const read = (name: keyof ListFilter) =>
    (params.get(name) ?? "").trim().slice(0, filterLength[name]);
  return { q: read("q"), tag: read("tag") };
}

/**
 * Returns the filter of the list, which is kept in the address (`?q=`, `?tag=`) to survive reloads,
 * visits to an entry and shared links. Changing it adds no entry to the history.
 */
export function useListFilter() {
  const { params, change } = useAddressParams<keyof ListFilter | "dog">();
  const filter = filterIn(params);
  return { filter, filtered: filter.q !== "" || filter.tag !== "", change };
}
