import { makeStyles } from "@fluentui/react-components";
import { Skeleton, SkeletonItem } from "#renderer/components/skeleton.tsx";
import { LoadingLines, LoadingText } from "#renderer/components/states.tsx";
import { media, tokens } from "#renderer/theme/tokens.ts";

/** Layout of a recipe, shared with its skeleton. */
export const useRecipeStyles = makeStyles({
  columns: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 360px) minmax(0, 66ch)",
    alignItems: "start",
    gap: "32px 64px",
    [media.belowTablet]: { gridTemplateColumns: "minmax(0, 680px)" },
    [media.print]: { display: "block" },
  },
  aside: {
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
    [media.belowTablet]: { position: "static", maxHeight: "none" },
    [media.phone]: { padding: "20px 16px" },
    [media.print]: { position: "static", maxHeight: "none", padding: "0 0 16px" },
  },
});

const useStyles = makeStyles({ heading: { width: "60%" } });

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
          <SkeletonItem size={44} />
        </Skeleton>
        <Skeleton aria-hidden>
          <SkeletonItem size={28} className={styles.heading} />
        </Skeleton>
        <LoadingLines lines={12} />
      </div>
      <LoadingText />
    </div>
  );
}
