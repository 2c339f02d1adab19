import { makeStyles } from "@fluentui/react-components";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { LoadingLines, LoadingText } from "#renderer/components/states.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Layout of a recipe, shared with its skeleton: the method below the title, the ingredients below the cover. */
export const useRecipeStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    alignItems: "start",
    gap: "32px 40px",
    [media.wide]: { gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)", gap: "48px" },
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 1fr)" },
    [media.print]: { display: "block" },
  },
  method: {
    gridColumn: "1",
    gridRow: "1",
    [media.belowTablet]: { gridRow: "2" },
  },
  aside: {
    gridColumn: "2",
    gridRow: "1",
    position: "sticky",
    top: "84px",
    boxSizing: "border-box",
    maxHeight: "calc(100vh - 108px)",
    overflowY: "auto",
    display: "grid",
    gap: "20px",
    padding: "24px",
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    [media.belowTablet]: { gridColumn: "1", position: "static", maxHeight: "none" },
    [media.phone]: { padding: "20px 16px" },
    [media.print]: {
      position: "static",
      maxHeight: "none",
      overflowY: "visible",
      gap: "6px",
      padding: "0 0 8px",
    },
  },
});

const useStyles = makeStyles({
  heading: { width: "60%" },
  start: { width: "160px", borderRadius: tokens.borderRadiusMedium },
});

export function StartCookingSkeleton() {
  const styles = useStyles();
  return (
    <Skeleton aria-hidden>
      <SkeletonItem size={44} className={styles.start} />
    </Skeleton>
  );
}

export function RecipeSkeleton() {
  const layout = useRecipeStyles();
  const styles = useStyles();
  return (
    <div className={layout.columns}>
      <div className={layout.aside}>
        <Skeleton aria-hidden>
          <SkeletonItem size={48} />
        </Skeleton>
        <Skeleton aria-hidden>
          <SkeletonItem size={28} className={styles.heading} />
        </Skeleton>
        <LoadingLines lines={12} />
      </div>
      <div className={layout.method}>
        <LoadingText />
      </div>
    </div>
  );
}
