import { TeaserCard } from "./teaser-card.tsx";
import { TeaserSkeleton } from "./teaser-skeleton.tsx";
import { useNewest } from "./use-newest.ts";

/** The very newest entry of all kinds, large. Where it does not load, the list below it says so. */
export function NewestEntry() {
  const { items, failure } = useNewest(7);
  const [newest] = items ?? [];
  if (newest) return <TeaserCard teaser={newest} look="lead" heading="h2" />;
  return failure ? null : <TeaserSkeleton look="lead" />;
}
