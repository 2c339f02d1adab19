import { getShowcase, listContent, type Teaser } from "../../../src-shared/api/library.ts";
import { useApiQuery } from "../../api-client/query.ts";

const byDate = (a: Teaser, b: Teaser) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt);

/**
 * The newest entries across all kinds, newest first; null while they are on their way. The blog is
 * not part of the showcase: without it the rest stands.
 */
export function useNewest(count: number) {
  const showcase = useApiQuery(getShowcase, {});
  const blog = useApiQuery(listContent, { params: { kind: "blog" }, query: { limit: count } });
  const failure = showcase.error?.failure ?? null;
  const retry = () => void showcase.refetch();
  if (!showcase.data || blog.isPending) return { items: null, failure, retry };
  const all = [...Object.values(showcase.data).flat(), ...(blog.data?.items ?? [])];
  return { items: all.toSorted(byDate).slice(0, count), failure: null, retry };
}
