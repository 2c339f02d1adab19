import { makeStyles } from "@fluentui/react-components";
import { ErrorState } from "../../components/states.tsx";
import { TeaserCard } from "./teaser-card.tsx";
import { TeaserSkeleton } from "./teaser-skeleton.tsx";
import { useNewest } from "./use-newest.ts";

const useStyles = makeStyles({
  list: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 340px), 1fr))",
    gap: "24px 32px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
  },
});

type ContinueReadingProps = {
  count?: number;
  /** How many of the newest to leave out: they are shown elsewhere. */
  skip?: number;
};

/** Where to go on: the newest entries of all kinds as small cards, for active members. */
export function ContinueReading({ count = 6, skip = 0 }: ContinueReadingProps) {
  const styles = useStyles();
  const { items, failure, retry } = useNewest(count + skip);
  if (failure) return <ErrorState kind={failure.kind} onRetry={retry} />;
  if (!items) {
    return (
      <div className={styles.list}>
        {Array.from({ length: count }, (_, i) => (
          <TeaserSkeleton key={i} look="row" />
        ))}
      </div>
    );
  }
  return (
    <ul className={styles.list}>
      {items.slice(skip).map((teaser) => (
        <li key={`${teaser.kind}/${teaser.slug}`}>
          <TeaserCard teaser={teaser} look="row" />
        </li>
      ))}
    </ul>
  );
}
