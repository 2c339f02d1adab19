import { listContent, type ContentKind } from "../../../src-shared/api/library.ts";
import { useApiPages } from "../../api-client/query.ts";
import type { ListFilter } from "./list-filter.ts";

/** The teasers of a kind that a filter matches, newest first, page by page. */
export const useTeasers = (kind: ContentKind, { q, tag }: ListFilter) =>
  useApiPages(
    listContent,
    (cursor) => ({
      params: { kind },
      query: { ...(q && { q }), ...(tag && { tag }), ...(cursor !== undefined && { cursor }) },
    }),
    (answer) => answer.nextCursor,
  );

export type Teasers = ReturnType<typeof useTeasers>;
