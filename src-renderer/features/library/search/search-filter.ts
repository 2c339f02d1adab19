import { searchContent } from "../../../../src-shared/api/content-search.ts";
import { searchLength } from "../../../../src-shared/api/library.ts";
import { contentKinds, type ContentKind } from "../../../../src-shared/content-kinds.ts";
import { useApiPages } from "../../../api-client/query.ts";
import { useAddressParams } from "../address-params.ts";

/** What is searched for; no kinds are all kinds. */
export type SearchFilter = { q: string; kinds: readonly ContentKind[] };

/**
 * Returns the search in the page's address (`?q=`, `?kinds=`), which survives reloads and visits to an entry. Changing it
 * begins with the first page.
 */
export function useSearchFilter() {
  const { params, change: changeParams } = useAddressParams<keyof SearchFilter | "pages">();
  const change = (changes: Partial<Record<keyof SearchFilter, string>>) =>
    changeParams({ ...changes, pages: "" });
  const chosen = (params.get("kinds") ?? "").split(",");
  const filter: SearchFilter = {
    q: (params.get("q") ?? "").trim().slice(0, searchLength),
    kinds: contentKinds.filter((kind) => chosen.includes(kind)),
  };
  return { filter, change };
}

/** Queries what matches a search, best first, page by page. */
export const useMatches = ({ q, kinds }: SearchFilter) =>
  useApiPages(
    searchContent,
    (cursor) => ({
      query: {
        q,
        ...(kinds.length > 0 && { kinds: kinds.join(",") }),
        ...(cursor !== undefined && { cursor }),
      },
    }),
    ({ nextCursor }) => nextCursor,
  );
