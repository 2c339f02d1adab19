import { useSearchParams } from "react-router-dom";

/** What a list is narrowed to; empty texts narrow nothing. */
export type ListFilter = { q: string; tag: string };

/** The longest texts that the API takes. */
export const filterLength = { q: 100, tag: 40 } as const;

/**
 * The filter of the list, kept in the address (`?q=`, `?tag=`), so that it outlives a visit to an
 * entry, a reload and a shared link. Changing it adds no step to the history.
 */
export function useListFilter() {
  const [params, setParams] = useSearchParams();
  const read = (name: keyof ListFilter) =>
    (params.get(name) ?? "").trim().slice(0, filterLength[name]);
  const filter: ListFilter = { q: read("q"), tag: read("tag") };
  const change = (changes: Partial<ListFilter>) => {
    const next = new URLSearchParams(params);
    for (const [name, text] of Object.entries(changes)) {
      if (text) next.set(name, text);
      else next.delete(name);
    }
    setParams(next, { replace: true });
  };
  return { filter, filtered: filter.q !== "" || filter.tag !== "", change };
}
