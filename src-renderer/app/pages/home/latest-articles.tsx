import { makeStyles } from "@fluentui/react-components";
import type { Teaser } from "#shared/api/library.ts";
import { TeaserCard, TeaserSkeleton } from "#renderer/features/reading/index.ts";
import { media } from "#renderer/theme/tokens.ts";

const useStyles = makeStyles({
  grid: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)",
    gap: "32px 56px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
  },
  rest: {
    display: "grid",
    alignContent: "space-between",
    gap: "28px",
    margin: 0,
    padding: 0,
    listStyleType: "none",
    // Covers that fill the height of the large card beside them.
    "> li > *": {
      gridTemplateColumns: "minmax(136px, 42%) minmax(0, 1fr)",
      [media.belowTablet]: { gridTemplateColumns: "136px minmax(0, 1fr)" },
      [media.phone]: { gridTemplateColumns: "104px minmax(0, 1fr)" },
    },
  },
});

/** The newest article large, the next three beside it; skeletons while `articles` is undefined. */
export function LatestArticles({ articles }: { articles: readonly Teaser[] | undefined }) {
  const styles = useStyles();
  const [first, ...rest] = articles ?? [];
  return (
    <div className={styles.grid}>
      {first ? <TeaserCard teaser={first} /> : <TeaserSkeleton />}
      <ul className={styles.rest}>
        {articles
          ? rest.slice(0, 3).map((teaser) => (
              <li key={teaser.slug}>
                <TeaserCard teaser={teaser} look="row" />
              </li>
            ))
          : [0, 1, 2].map((i) => (
              <li key={i}>
                <TeaserSkeleton look="row" />
              </li>
            ))}
      </ul>
    </div>
  );
}
