import { getShowcase } from "../../../src-shared/api/library.ts";
import { useApiQuery } from "../../api-client/query.ts";
import { ErrorState } from "../../components/states.tsx";
import { TeaserCard } from "./teaser-card.tsx";
import { useGridStyles } from "./teaser-list.tsx";
import { TeaserSkeleton } from "./teaser-skeleton.tsx";

/** A taste of what a membership opens: the newest articles, for those who have none. */
export function NewestTeasers({ count = 3 }: { count?: number }) {
  const grid = useGridStyles();
  const { data, error, refetch } = useApiQuery(getShowcase, {});
  if (error && !data) {
    return <ErrorState kind={error.failure.kind} onRetry={() => void refetch()} />;
  }
  return (
    <ul className={grid.grid}>
      {data
        ? data.articles.slice(0, count).map((teaser) => (
            <li key={teaser.slug}>
              <TeaserCard teaser={teaser} />
            </li>
          ))
        : Array.from({ length: count }, (_, i) => (
            <li key={i}>
              <TeaserSkeleton />
            </li>
          ))}
    </ul>
  );
}
